import { generateKeyPairSigner } from '@solana/kit';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { emptyHistory, type KnownHistory } from '#server/app/chain-ports.ts';
import { Transient } from '#server/app/outside.ts';
import { balanceLamports, type ChainEntry } from '#server/domain/donation.ts';
import { createChainReader } from '#server/solana/chain-reader.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { createTokenChain } from '#server/solana/token-chain.ts';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { startFaultProxy } from '#server/test/faults/fault-proxy.ts';
import { forFile } from '#server/test/for-file.ts';
import { freshAddress, freshKey, signSweepOf, startTestChain } from '#server/test/solana-fixture.ts';

const seen = (signature: string) => ({ signature, slot: 1n });
const knownOf = (entries: readonly ChainEntry[]): KnownHistory => ({
  signatures: new Set(entries.map(({ signature }) => signature)),
  sum: balanceLamports({ entries }),
});
const entriesOf = async (address: string, known: readonly ChainEntry[] = []) =>
  (await chain.solana.chain.readEntries(address, knownOf(known))).entries;

const chain = forFile(startTestChain);
afterEach(() => chain.sandbox.faults.clear());

test('the genesis hash is the one of the chain', async () => {
  await expect(chain.solana.chain.genesisHash()).resolves.toBe(chain.sandbox.genesisHash);
});

test('whether money can be sent somewhere is asked by calls that can wait, whoever asks and how often', async () => {
  const limits = { requests: 10, perMethod: 10, windowMs: 60_000 };
  const client = createRpcClient({ urls: [chain.sandbox.url], limits });
  const reader = createChainReader(client);
  const keys = await Promise.all(Array.from({ length: 10 }, () => generateKeyPairSigner()));
  const asked = keys.map(({ address }) => reader.isWallet(address));
  const answers = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled');
  expect(answers).toHaveLength(6);
  await expect(reader.readBalances([freshAddress()])).resolves.toMatchObject({ slot: expect.anything() });
});

test('a history that can wait leaves calls for one that cannot', async () => {
  const limits = { requests: 10, perMethod: 10, windowMs: 60_000 };
  const client = createRpcClient({ urls: [chain.sandbox.url], limits });
  const reader = createChainReader(client);
  const read = (canWait: boolean) => reader.readEntries(freshAddress(), emptyHistory, { canWait });
  const looks = await Promise.allSettled(Array.from({ length: 10 }, () => read(true)));
  expect(looks.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  await expect(read(false)).resolves.toEqual({ entries: [], isExplained: true });
});

const fulfilled = async (reads: Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(reads)).filter(({ status }) => status === 'fulfilled').length;

test('balances that can wait leave calls for those that cannot', async () => {
  const limits = { requests: 10, perMethod: 10, windowMs: 60_000 };
  const client = createRpcClient({ urls: [chain.sandbox.url], limits });
  const reader = createChainReader(client);
  const read = (canWait: boolean) => reader.readBalances([freshAddress()], { canWait });
  expect(await fulfilled(Array.from({ length: 10 }, () => read(true)))).toBe(6);
  expect(await fulfilled(Array.from({ length: 10 }, () => read(false)))).toBe(4);
});

test('a history of tokens that can wait leaves calls for one that cannot', async () => {
  const limits = { requests: 10, perMethod: 10, windowMs: 60_000 };
  const client = createRpcClient({ urls: [chain.sandbox.url], limits });
  const tokens = await createTokenChain(client, chain.solana.vault);
  const read = (canWait: boolean) => tokens.readEntries(freshAddress(), emptyHistory, { canWait });
  const looks = await Promise.allSettled(Array.from({ length: 10 }, () => read(true)));
  expect(looks.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  await expect(read(false)).resolves.toEqual({ entries: [], isExplained: true });
});

const keptUp = (readings: { slot: bigint }[]) => readings.filter(({ slot }) => slot > 9800n).length;

test('balances come from a node that has kept up, and from one that has not where nobody has', async () => {
  const ahead = await startSandbox({ slotMs: Infinity });
  try {
    ahead.advance(10_000);
    const nodes = [chain.sandbox, ahead].map(({ url }) => url);
    const client = createRpcClient({ urls: nodes, limits: null, totalTimeoutMs: 1500, random: () => 0 });
    const reader = createChainReader(client);
    client.noteSlots([10_000n]);
    const tokens = await createTokenChain(client, chain.solana.vault);
    const address = freshAddress();
    expect((await reader.readBalances([address])).slot).toBeGreaterThan(9800n);
    expect((await tokens.readUnits([address])).slot).toBeGreaterThan(9800n);
    expect(keptUp(await reader.crossReadBalances([address]))).toBe(1);
    expect(keptUp(await tokens.crossReadUnits([address]))).toBe(1);
    client.noteSlots([10_200n]);
    await expect(reader.readBalances([address])).resolves.toMatchObject({ slot: expect.any(BigInt) });
    await expect(tokens.readUnits([address])).resolves.toMatchObject({ slot: expect.any(BigInt) });
  } finally {
    await ahead.stop();
  }
});

test('balances are read for a hundred addresses at one slot, 0 where nothing ever was', async () => {
  const addresses = Array.from({ length: 100 }, freshAddress);
  await chain.fund(addresses[42]!, 7_000_000n);
  const { slot, lamportsByAddress } = await chain.solana.chain.readBalances(addresses);
  expect(slot).toBeGreaterThan(0n);
  expect(lamportsByAddress.size).toBe(100);
  expect(lamportsByAddress.get(addresses[42]!)).toBe(7_000_000n);
  expect(lamportsByAddress.get(addresses[41]!)).toBe(0n);
  await expect(chain.solana.chain.readBalances([...addresses, freshAddress()])).rejects.toThrow(RangeError);
});

test('entries come oldest first, with what they brought, and known ones are left out', async () => {
  const address = freshAddress();
  await chain.fund(address, 1_000_000n);
  await chain.fund(address, 2_000_000n);
  const entries = await entriesOf(address);
  expect(entries.map((entry) => entry.lamports)).toEqual([1_000_000n, 2_000_000n]);
  expect(entries[0]).toMatchObject({ succeeded: true, finalized: true, dropped: false, feeLamports: 0n });
  expect(Math.abs(entries[0]!.blockTime.getTime() - Date.now())).toBeLessThan(60_000);
  const later = await entriesOf(address, [entries[0]!]);
  expect(later).toEqual([entries[1]]);
  const older = await entriesOf(address, [entries[1]!]);
  expect(older).toEqual([entries[0]]);
});

test('a payment counts at confirmed, and is marked final only when it is', async () => {
  const address = freshAddress();
  await chain.solana.faucet.pay(address, 1_000_000n);
  const [early] = await vi.waitUntil(async () => {
    const entries = await entriesOf(address);
    return entries.length > 0 && entries;
  }, 10_000);
  expect(early).toMatchObject({ lamports: 1_000_000n, finalized: false });
  await expect.poll(async () => (await entriesOf(address))[0]?.finalized).toBe(true);
});

test('two equal payments of the same moment are two', async () => {
  const address = freshAddress();
  await Promise.all([1, 2, 3].map(() => chain.fund(address, 1_000_000n)));
  expect(await entriesOf(address)).toHaveLength(3);
});

test('a payment that the faucet did not answer is not asked for again', async () => {
  const before = chain.sandbox.calls['requestAirdrop'];
  chain.sandbox.faults.failNext('hang-up', 1, ['requestAirdrop']);
  await expect(chain.solana.faucet.pay(freshAddress(), 1_000_000n)).rejects.toThrow(Transient);
  expect(chain.sandbox.calls['requestAirdrop']).toBe(before);
});

test('a flood is read in bounded portions, oldest first, until all is known', async () => {
  const address = freshAddress();
  const count = 230;
  await chain.fund(address, 1_000_000n);
  // A few at a time: a node of a busy machine does not answer hundreds of requests within the time of one.
  const amounts = Array.from({ length: count - 1 }, (_, index) => BigInt(index + 1)).values();
  const payAll = async (): Promise<void> => {
    for (const lamports of amounts) await chain.solana.faucet.pay(address, lamports);
  };
  await Promise.all(Array.from({ length: 10 }, payAll));
  await expect
    .poll(async () => (await chain.solana.chain.readBalances([address])).lamportsByAddress.get(address))
    .toBe(1_000_000n + BigInt((count * (count - 1)) / 2));
  const portion = await entriesOf(address);
  const rest = await entriesOf(address, portion);
  expect([portion.length, rest.length]).toEqual([200, 30]);
  expect(portion[0]?.lamports).toBe(1_000_000n);
  expect(rest.at(-1)?.slot).toBeGreaterThanOrEqual(portion.at(-1)!.slot);
});

test('a transaction that a node lists and does not give is unknown, not absent', async () => {
  const address = freshAddress();
  await chain.fund(address, 1_000_000n);
  chain.sandbox.faults.failNext('null-result', 1, ['getTransaction']);
  await expect(entriesOf(address)).rejects.toThrow(Transient);
});

test.each(['preBalances', 'postBalances'])(
  'a transaction of which a node gives the %s cut short is unknown, and not another amount',
  async (balances) => {
    const address = freshAddress();
    await chain.fund(address, 1_000_000n);
    const node = await startFaultProxy(chain.sandbox);
    onTestFinished(() => node.stop());
    node.begin({
      answer: async ({ method, forward }) => {
        const body = await forward();
        const cut = body.replace(new RegExp(`("${balances}":\\[\\d+),[^\\]]*`), '$1');
        return { status: 200, body: method === 'getTransaction' ? cut : body };
      },
    });
    const readBy = async (...urls: string[]) =>
      await createChainReader(createRpcClient({ urls, limits: null, totalTimeoutMs: 300 })).readEntries(
        address,
        emptyHistory,
      );
    await expect(readBy(node.rpcUrl)).rejects.toThrow(Transient);
    expect((await readBy(node.rpcUrl, chain.sandbox.url)).entries).toMatchObject([{ lamports: 1_000_000n }]);
  },
);

test('a sweep is an entry with its fee', async () => {
  const { path, address } = await freshKey(chain.solana);
  await chain.fund(address, 9_000_000n);
  const sweep = await signSweepOf(
    chain.solana,
    { path, address },
    { destination: freshAddress(), lamports: 9_000_000n },
  );
  if ('refused' in sweep) throw new Error(sweep.refused);
  await chain.solana.sweepChain.send(sweep.raw);
  const entry = await vi.waitUntil(async () => (await entriesOf(address))[1], 10_000);
  expect(entry).toMatchObject({
    signature: sweep.signature,
    lamports: -9_000_000n,
    feeLamports: sweep.feeLamports,
    succeeded: true,
  });
});

test('a signature goes from missing to finalized, and the finalized slot reaches its slot', async () => {
  const signature = await chain.solana.faucet.pay(freshAddress(), 1_000_000n);
  const unknown = '1'.repeat(64);
  const { finalizedSlot, states } = await vi.waitUntil(async () => {
    const read = await chain.solana.chain.readSignatures([signature, unknown].map(seen));
    return read.states[0] === 'finalized' && read;
  }, 10_000);
  expect(states).toEqual(['finalized', 'missing']);
  expect(finalizedSlot).toBeGreaterThan(0n);
});

test('a payment that the chain rolled back is missing, however final the slots after it', async () => {
  const still = await startTestChain({ slotMs: Infinity });
  const signature = await still.solana.faucet.pay(freshAddress(), 1_000_000n);
  still.sandbox.advance(2);
  const state = async () => (await still.solana.chain.readSignatures([seen(signature)])).states[0];
  expect(await state()).toBe('confirmed');
  still.sandbox.faults.rollBack(2);
  still.sandbox.advance(20);
  expect(await state()).toBe('missing');
  await still.stop();
});

test('what a node has pruned from its history is unknown, and not missing', async () => {
  const still = await startTestChain({ slotMs: Infinity });
  still.sandbox.advance(20);
  const signature = await still.solana.faucet.pay(freshAddress(), 1_000_000n);
  still.sandbox.advance(40);
  const stateOf = async (slot: bigint | null) =>
    (await still.solana.chain.readSignatures([{ signature, slot }])).states[0];
  const { slots } = await still.solana.chain.readSignatures([{ signature, slot: null }]);
  const slot = slots[0]!;
  still.sandbox.faults.firstSlot = Number(slot) + 1;
  expect([await stateOf(slot), await stateOf(slot + 1n), await stateOf(null)]).toEqual([
    'unknown',
    'missing',
    'missing',
  ]);
  // Until the slot in which it was seen is final, nobody needs to know.
  const { finalizedSlot } = await still.solana.chain.readSignatures([{ signature, slot }]);
  expect(await stateOf(finalizedSlot)).toBe('missing');
  still.sandbox.faults.firstSlot = Number(slot);
  expect(await stateOf(slot)).toBe('finalized');
  await still.stop();
});

test('a node that will not say how far back it goes leaves only what it lacks unknown', async () => {
  const signature = await chain.solana.faucet.pay(freshAddress(), 1_000_000n);
  await expect
    .poll(async () => (await chain.solana.chain.readSignatures([seen(signature)])).states)
    .toEqual(['finalized']);
  chain.sandbox.faults.failNext('server-error', Infinity, ['getBlocksWithLimit']);
  const { states } = await chain.solana.chain.readSignatures([signature, '1'.repeat(64)].map(seen));
  expect(states).toEqual(['finalized', 'unknown']);
});

test('how far a history goes back is asked for only when something seen is missing in it', async () => {
  const calls = () => chain.sandbox.calls['getBlocksWithLimit'] ?? 0;
  const signature = await chain.solana.faucet.pay(freshAddress(), 1_000_000n);
  await expect
    .poll(async () => (await chain.solana.chain.readSignatures([seen(signature)])).states)
    .toEqual(['finalized']);
  const before = calls();
  await chain.solana.chain.readSignatures([seen(signature)]);
  await chain.solana.chain.readSignatures([{ signature: '1'.repeat(64), slot: null }]);
  expect(calls()).toBe(before);
  await chain.solana.chain.readSignatures([seen('1'.repeat(64))]);
  expect(calls()).toBe(before + 1);
});

test('the time of a slot without a block is that of the block before', async () => {
  const { slot } = await chain.solana.chain.readBalances([freshAddress()]);
  const time = await chain.solana.chain.blockTime(slot);
  const ahead = await chain.solana.chain.blockTime(slot + 8n);
  expect(Math.abs(time.getTime() - Date.now())).toBeLessThan(60_000);
  expect(Math.abs(ahead.getTime() - Date.now())).toBeLessThan(60_000);
});

test.each(['empty', 'unparsable', 'unhealthy', 'null-result'] as const)(
  'a node whose answers are %s tells no balance at all',
  async (kind) => {
    const hasty = await startTestChain(
      {},
      { rpc: { urls: [chain.sandbox.url], limits: null, totalTimeoutMs: 300 } },
    );
    chain.sandbox.faults.failNext(kind, 1000);
    await expect(hasty.solana.chain.readBalances([freshAddress()])).rejects.toThrow(Transient);
    await expect(hasty.solana.chain.readSignatures([seen('1'.repeat(64))])).rejects.toThrow(Transient);
    await hasty.stop();
  },
);
