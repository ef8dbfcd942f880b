import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Permanent, Transient } from '#server/app/outside.ts';
import type { OwnedAddress, SignedSweep, SweepRefusal } from '#server/app/sweep-ports.ts';
import type { Solana } from '#server/solana/create-solana.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { createSweepChain } from '#server/solana/sweep-chain.ts';
import { type NodeFault, startFaultProxy } from '#server/test/faults/fault-proxy.ts';
import { forFile } from '#server/test/for-file.ts';
import { freshAddress, freshKey, signSweepOf, startTestChain } from '#server/test/solana-fixture.ts';

const rentMinimum = 890_880n;

const chain = forFile(startTestChain);
afterEach(() => chain.sandbox.faults.clear());

async function fundedKey(lamports: bigint) {
  const key = await freshKey(chain.solana);
  await chain.fund(key.address, lamports);
  return key;
}

async function balanceOf(address: string): Promise<bigint | undefined> {
  return (await chain.solana.chain.readBalances([address])).lamportsByAddress.get(address);
}

function signed(sweep: SignedSweep | SweepRefusal): SignedSweep {
  if ('refused' in sweep) throw new Error(`Refused: ${sweep.refused}`);
  return sweep;
}

/** The sweep of so much to an address that nobody has used. */
async function signedSweep(solana: Solana, from: OwnedAddress, lamports: bigint): Promise<SignedSweep> {
  return signed(await signSweepOf(solana, from, { destination: freshAddress(), lamports }));
}

async function landing(sweep: SignedSweep, address: string) {
  return vi.waitUntil(async () => {
    const outcome = await chain.solana.sweepChain.outcome(sweep, address);
    if (outcome.state === 'expired') throw new Error('A sweep that was sent must not count as expired');
    return outcome.state === 'landed' && outcome.entry;
  }, 10_000);
}

test('a sweep takes everything: the address ends at exactly 0, the destination has all but the fee', async () => {
  const key = await fundedKey(12_345_678n);
  const destination = freshAddress();
  const sweep = signed(
    await signSweepOf(chain.solana, key, { destination: destination, lamports: 12_345_678n }),
  );
  expect(sweep).toMatchObject({ destination, lamports: 12_345_678n - sweep.feeLamports });
  await chain.solana.sweepChain.send(sweep.raw);
  const entry = await landing(sweep, key.address);
  expect(entry).toMatchObject({
    signature: sweep.signature,
    lamports: -12_345_678n,
    feeLamports: sweep.feeLamports,
    succeeded: true,
    finalized: true,
  });
  expect(await balanceOf(key.address)).toBe(0n);
  expect(await balanceOf(destination)).toBe(sweep.lamports);
});

test('signing sends nothing', async () => {
  const key = await fundedKey(2_000_000n);
  const before = chain.sandbox.calls['sendTransaction'];
  const sweep = await signedSweep(chain.solana, key, 2_000_000n);
  await expect(chain.solana.sweepChain.outcome(sweep, key.address)).resolves.toEqual({ state: 'unknown' });
  expect(chain.sandbox.calls['sendTransaction']).toBe(before);
});

test('sweeps of one moment ask once for what they have in common', async () => {
  const keys = await Promise.all([1, 2, 3, 4].map((count) => fundedKey(BigInt(count) * 2_000_000n)));
  const destination = freshAddress();
  const { sandbox, solana } = chain;
  const before = { ...sandbox.calls };
  const sweeps = await Promise.all(
    keys.map((key, index) =>
      signSweepOf(solana, key, { destination, lamports: BigInt(index + 1) * 2_000_000n }),
    ),
  );
  const asked = (method: string) => (sandbox.calls[method] ?? 0) - (before[method] ?? 0);
  expect(sweeps.map((sweep) => signed(sweep).lamports + signed(sweep).feeLamports)).toEqual([
    2_000_000n,
    4_000_000n,
    6_000_000n,
    8_000_000n,
  ]);
  // Twice and once; a busy machine may tear the moment apart.
  expect(asked('getMultipleAccounts')).toBeLessThan(8);
  expect(asked('getBalance')).toBe(0);
  expect(asked('getLatestBlockhash')).toBeLessThan(4);
  expect(asked('getRecentPrioritizationFees')).toBe(1);
  expect(asked('getMinimumBalanceForRentExemption')).toBeLessThanOrEqual(1);
  expect(asked('simulateTransaction')).toBe(4);
});

test('the same bytes sent again and again move the money once', async () => {
  const key = await fundedKey(5_000_000n);
  const destination = freshAddress();
  const sweep = signed(
    await signSweepOf(chain.solana, key, { destination: destination, lamports: 5_000_000n }),
  );
  for (let sent = 0; sent < 5; sent += 1) await chain.solana.sweepChain.send(sweep.raw);
  await landing(sweep, key.address);
  await chain.solana.sweepChain.send(sweep.raw);
  await chain.fund(destination, 1n);
  expect(await balanceOf(destination)).toBe(sweep.lamports + 1n);
});

test('nothing is signed while the books say something else than the finalized chain', async () => {
  const key = await fundedKey(3_000_000n);
  const refusal = { refused: 'books_differ', chainLamports: 3_000_000n };
  await expect(
    signSweepOf(chain.solana, key, { destination: freshAddress(), lamports: 3_000_001n }),
  ).resolves.toEqual(refusal);
});

test('nothing is signed while money on the address is confirmed and not final', async () => {
  const still = await startTestChain({ slotMs: Infinity });
  onTestFinished(() => still.stop());
  const key = await freshKey(still.solana);
  const sign = (expected: bigint) =>
    signSweepOf(still.solana, key, { destination: freshAddress(), lamports: expected });
  const refusal = { refused: 'books_differ', chainLamports: 3_000_000n };
  await still.solana.faucet.pay(key.address, 3_000_000n);
  still.sandbox.advance(10);
  await still.solana.faucet.pay(key.address, 1_000_000n);
  still.sandbox.advance(2);
  await expect(sign(4_000_000n)).resolves.toEqual(refusal);
  await expect(sign(3_000_000n)).resolves.toEqual(refusal);
  still.sandbox.advance(10);
  await expect(sign(4_000_000n)).resolves.toMatchObject({ lastValidBlockHeight: expect.any(BigInt) });
});

test('from the rent minimum and the fee on a sweep pays for itself; one lamport less cannot be moved', async () => {
  const { feeLamports } = signed(
    await signSweepOf(chain.solana, await fundedKey(2_000_000n), {
      destination: freshAddress(),
      lamports: 2_000_000n,
    }),
  );
  const least = rentMinimum + feeLamports;
  const poor = await fundedKey(least - 1n);
  await expect(
    signSweepOf(chain.solana, poor, { destination: freshAddress(), lamports: least - 1n }),
  ).resolves.toEqual({
    refused: 'too_small',
    chainLamports: least - 1n,
  });
  const rich = await fundedKey(least);
  const sweep = await signedSweep(chain.solana, rich, least);
  await chain.solana.sweepChain.send(sweep.raw);
  expect(await landing(sweep, rich.address)).toMatchObject({ succeeded: true });
  expect(await balanceOf(rich.address)).toBe(0n);
});

test('an empty address has nothing to sweep', async () => {
  const key = await freshKey(chain.solana);
  const refusal = { refused: 'too_small', chainLamports: 0n };
  await expect(
    signSweepOf(chain.solana, key, { destination: freshAddress(), lamports: 0n }),
  ).resolves.toEqual(refusal);
});

test('a sweep that lands and fails has landed, and cost its fee', async () => {
  const key = await fundedKey(4_000_000n);
  const sweep = await signedSweep(chain.solana, key, 4_000_000n);
  await chain.fund(key.address, 1n);
  await chain.solana.sweepChain.send(sweep.raw);
  const entry = await landing(sweep, key.address);
  expect(entry).toMatchObject({
    succeeded: false,
    lamports: -sweep.feeLamports,
    feeLamports: sweep.feeLamports,
  });
});

/** A chain whose slots come by hand, and the sweep of a payment of so many slots ago. */
async function sweepOnStillChain(slots: number) {
  const still = await startTestChain({ slotMs: Infinity });
  onTestFinished(() => still.stop());
  const key = await freshKey(still.solana);
  await still.solana.faucet.pay(key.address, 6_000_000n);
  still.sandbox.advance(slots);
  return { still, key, sweep: await signedSweep(still.solana, key, 6_000_000n) };
}

test('a sweep that was lost expires only when the finalized chain is past its last block', async () => {
  const { still, key, sweep } = await sweepOnStillChain(10);
  const { rpc } = createRpcClient({ urls: [still.sandbox.url], limits: null });
  const finalizedHeight = async () =>
    (await rpc.getEpochInfo({ commitment: 'finalized' }).send()).blockHeight;
  still.sandbox.faults.dropNextSends();
  await still.solana.sweepChain.send(sweep.raw);
  const state = async () => (await still.solana.sweepChain.outcome(sweep, key.address)).state;

  still.sandbox.advance(Number(sweep.lastValidBlockHeight - (await finalizedHeight())));
  expect(await finalizedHeight()).toBe(sweep.lastValidBlockHeight);
  expect(await state()).toBe('unknown');
  still.sandbox.advance(1);
  expect(await state()).toBe('expired');

  await still.solana.sweepChain.send(sweep.raw);
  still.sandbox.advance(10);
  expect(await state()).toBe('expired');
  const { lamportsByAddress } = await still.solana.chain.readBalances([key.address]);
  expect(lamportsByAddress.get(key.address)).toBe(6_000_000n);
  const again = await signedSweep(still.solana, key, 6_000_000n);
  expect(again.signature).not.toBe(sweep.signature);
});

test('a sweep that landed before the history of the node begins is neither expired nor signed anew', async () => {
  const { still, key, sweep } = await sweepOnStillChain(400);
  await still.solana.sweepChain.send(sweep.raw);
  still.sandbox.advance(400);
  const outcome = () => still.solana.sweepChain.outcome(sweep, key.address);
  still.sandbox.faults.firstSlot = 500;
  await expect(outcome()).rejects.toThrow(Transient);
  await expect(outcome()).rejects.toThrow('The node’s history begins with slot 500, too late to tell');
  still.sandbox.faults.clear();
  await expect(outcome()).resolves.toMatchObject({ state: 'landed', entry: { lamports: -6_000_000n } });
});

test('a sweep that was lost expires by a node that has pruned only what is older', async () => {
  const { still, key, sweep } = await sweepOnStillChain(400);
  still.sandbox.advance(400);
  still.sandbox.faults.firstSlot = 200;
  const outcome = await still.solana.sweepChain.outcome(sweep, key.address);
  expect(outcome).toEqual({ state: 'expired' });
});

test.each([
  ['tells the same page again and again', () => 1000],
  ['goes up instead of down', (page: number) => 1000 + page],
])('a lost sweep is asked of another node where one %s', async (_, slotOf) => {
  const { still, key, sweep } = await sweepOnStillChain(400);
  const node = await startFaultProxy(still.sandbox);
  onTestFinished(() => node.stop());
  still.sandbox.advance(400);
  let pages = 0;
  node.begin({
    answer: async ({ method, id, forward }) => {
      if (method !== 'getSignaturesForAddress') return { status: 200, body: await forward() };
      const row = { slot: slotOf((pages += 1)), err: null, blockTime: 1, confirmationStatus: 'finalized' };
      const result = Array.from({ length: 1000 }, () => ({ ...row, signature: `page ${row.slot}` }));
      return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result }) };
    },
  });
  const client = createRpcClient({ urls: [node.rpcUrl, still.sandbox.url], limits: null });
  const outcome = await createSweepChain(client, still.solana.vault).outcome(sweep, key.address);
  expect({ outcome, pages }).toEqual({ outcome: { state: 'expired' }, pages: 2 });
});

test('a node that is behind never makes a sweep expired', async () => {
  const key = await fundedKey(6_000_000n);
  const sweep = await signedSweep(chain.solana, key, 6_000_000n);
  await chain.solana.sweepChain.send(sweep.raw);
  await landing(sweep, key.address);
  chain.sandbox.advance(100);
  chain.sandbox.faults.staleSlots = 120;
  await expect(chain.solana.sweepChain.outcome(sweep, key.address)).resolves.toEqual({ state: 'unknown' });
});

test('no answer says nothing about a sweep', async () => {
  const hasty = await startTestChain(
    {},
    { rpc: { urls: [chain.sandbox.url], limits: null, totalTimeoutMs: 300 } },
  );
  const key = await fundedKey(6_000_000n);
  const sweep = await signedSweep(chain.solana, key, 6_000_000n);
  chain.sandbox.faults.failNext('null-result', 1000);
  await expect(hasty.solana.sweepChain.outcome(sweep, key.address)).rejects.toThrow(Transient);
  await expect(
    signSweepOf(hasty.solana, key, { destination: freshAddress(), lamports: 6_000_000n }),
  ).rejects.toThrow(Transient);
  await expect(hasty.solana.sweepChain.send(sweep.raw)).rejects.toThrow(Transient);
  await hasty.stop();
});

test('a destination that is no address, the address itself, or a foreign key is refused for good', async () => {
  const key = await freshKey(chain.solana);
  await expect(signSweepOf(chain.solana, key, { destination: 'somewhere', lamports: 1n })).rejects.toThrow(
    Permanent,
  );
  await expect(signSweepOf(chain.solana, key, { destination: key.address, lamports: 1n })).rejects.toThrow(
    Permanent,
  );
  const foreign = { path: key.path, address: freshAddress() };
  await expect(
    signSweepOf(chain.solana, foreign, { destination: freshAddress(), lamports: 1n }),
  ).rejects.toThrow(Permanent);
});

/** Sweeps by two nodes of which the first one has a fault. */
async function sweepBehind(fault: NodeFault) {
  const node = await startFaultProxy(chain.sandbox);
  onTestFinished(() => node.stop());
  node.begin(fault);
  const client = createRpcClient({ urls: [node.rpcUrl, chain.sandbox.url], limits: null });
  const sweepChain = createSweepChain(client.patient, chain.solana.vault);
  const from = await freshKey(chain.solana);
  await chain.fund(from.address, 5_000_000n);
  const made = await sweepChain.sign({
    from,
    owner: from,
    destination: freshAddress(),
    lamports: 5_000_000n,
    expired: 0,
  });
  return { sweepChain, from, made };
}

test('a sum that cannot pay for being taken sooner is passed on without', async () => {
  const balance = rentMinimum + 6000n;
  const from = await fundedKey(balance);
  const owner = await freshKey(chain.solana);
  const request = { from, owner, destination: freshAddress(), lamports: balance, expired: 9 };
  expect(await chain.solana.sweepChain.sign(request)).toMatchObject({ feeLamports: 5000n });
  const rich = await fundedKey(balance + 5000n);
  const sooner = { ...request, from: rich, lamports: balance + 5000n };
  expect(await chain.solana.sweepChain.sign(sooner)).toMatchObject({ feeLamports: 10_000n });
});

test('a node that takes transfers and passes none on does not keep them from another one', async () => {
  const { sweepChain, from, made } = await sweepBehind({
    answer: async ({ method, id, forward }) => {
      const taken = JSON.stringify({ jsonrpc: '2.0', id, result: '5'.repeat(88) });
      return { status: 200, body: method === 'sendTransaction' ? taken : await forward() };
    },
  });
  const transfer = signed(made);
  const before = chain.sandbox.calls['sendTransaction'];
  await sweepChain.send(transfer.raw);
  expect(chain.sandbox.calls['sendTransaction']).toBe(before);
  await sweepChain.sendAgain(transfer.raw);
  expect(await landing(transfer, from.address)).toMatchObject({ succeeded: true });
});

test('a node that takes no transfers at all leaves them to another one, at once', async () => {
  const { sweepChain, from, made } = await sweepBehind({
    answer: async ({ method, id, forward }) => {
      const error = { code: -32601, message: 'Method not found' };
      const refused = JSON.stringify({ jsonrpc: '2.0', id, error });
      return { status: 200, body: method === 'sendTransaction' ? refused : await forward() };
    },
  });
  const transfer = signed(made);
  await sweepChain.send(transfer.raw);
  expect(await landing(transfer, from.address)).toMatchObject({ succeeded: true });
});

test('a machine that does not know the newest blockhash yet refuses nothing', async () => {
  const { made } = await sweepBehind({
    answer: async ({ method, id, forward }) => {
      const value = {
        err: 'BlockhashNotFound',
        logs: [],
        accounts: null,
        unitsConsumed: 0,
        returnData: null,
      };
      const behind = JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value } });
      return { status: 200, body: method === 'simulateTransaction' ? behind : await forward() };
    },
  });
  expect(made).not.toHaveProperty('refused');
});
