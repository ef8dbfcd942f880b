import { expect, onTestFinished, test } from 'vitest';
import { emptyHistory } from '#server/app/chain-ports.ts';
import { createChainReader } from '#server/solana/chain-reader.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { createTokenChain } from '#server/solana/token-chain.ts';
import { type NodeFault, startFaultProxy } from '#server/test/faults/fault-proxy.ts';
import { pruneBefore } from '#server/test/faults/prune-history.ts';
import { rpcCall } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { freshAddress, startTestChain } from '#server/test/solana-fixture.ts';
import { fundedWallet, signOwn, transferOf } from '#server/test/test-wallet.ts';
import { issueToken } from '#server/test/token-fixture.ts';

const whole: NodeFault = {};
const dead: NodeFault = { answer: async () => 'reset' };

const chain = forFile(startTestChain);

/** The chain by nodes with these faults, the preferred one first, and what they are asked for. */
async function openBehind(...faults: NodeFault[]) {
  const urls: string[] = [];
  for (const fault of faults) {
    const node = await startFaultProxy(chain.sandbox);
    onTestFinished(() => node.stop());
    node.begin(fault);
    urls.push(node.rpcUrl);
  }
  const client = createRpcClient({ urls, limits: null });
  const asked = () => [...client.stats].map(([method, { calls }]) => `${method} ${calls}`);
  return { client, reader: createChainReader(client), asked };
}

async function paidTwice() {
  const address = freshAddress();
  await chain.fund(address, 1_000_000n);
  await chain.fund(address, 2_000_000n);
  const { entries } = await chain.solana.chain.readEntries(address, emptyHistory);
  return { address, second: pruneBefore(Number(entries[1]?.slot)), entries };
}

test('a payment is read with two calls', async () => {
  const address = freshAddress();
  await chain.fund(address, 1_000_000n);
  const { reader, asked } = await openBehind(whole, whole);
  const history = await reader.readEntries(address, emptyHistory);
  expect(history).toMatchObject({ entries: [{ lamports: 1_000_000n }], isExplained: true });
  expect(asked()).toEqual(['getSignaturesForAddress 1', 'getTransaction 1']);
});

test('a transaction that pays ten addresses is read once from each node', async () => {
  const { url } = chain.sandbox;
  const addresses = Array.from({ length: 10 }, freshAddress);
  const wallet = await fundedWallet(url, 1_000_000_000);
  const transfers = addresses.map((address) => transferOf(wallet, address, 1_000_000n));
  const raw = await signOwn(url, wallet, transfers);
  await rpcCall(url, 'sendTransaction', [raw, { encoding: 'base64', preflightCommitment: 'confirmed' }]);
  const last = addresses.at(-1) ?? '';
  await expect
    .poll(async () => (await chain.solana.chain.readBalances([last])).lamportsByAddress.get(last))
    .toBe(1_000_000n);
  const paid = { entries: [{ lamports: 1_000_000n }], isExplained: true };

  const { reader, asked } = await openBehind(whole);
  const histories = await Promise.all(addresses.map((address) => reader.readEntries(address, emptyHistory)));
  expect(histories).toMatchObject(addresses.map(() => paid));
  expect(asked()).toEqual(['getSignaturesForAddress 10', 'getTransaction 1']);
  await expect(reader.readEntries(last, emptyHistory)).resolves.toMatchObject(paid);
  expect(asked()).toEqual(['getSignaturesForAddress 11', 'getTransaction 1']);

  const second = await openBehind(pruneBefore(Infinity), whole);
  for (const address of addresses)
    expect(await second.reader.readEntries(address, emptyHistory)).toMatchObject(paid);
  expect(second.asked()).toContain('getTransaction 1');
});

test('what the first node has pruned is read from the one whose history explains the balance', async () => {
  const { address, second, entries } = await paidTwice();
  for (const fault of [second, pruneBefore(Infinity)]) {
    const { reader } = await openBehind(fault, whole);
    expect(await reader.readEntries(address, emptyHistory)).toEqual({ entries, isExplained: true });
  }
});

interface ToldTransaction {
  slot: number;
  blockTime: number;
}

/** A node that gives transactions changed. */
const telling = (change: (told: ToldTransaction) => void): NodeFault => ({
  answer: async ({ method, forward }) => {
    const truth = JSON.parse(await forward()) as { result: ToldTransaction };
    if (method === 'getTransaction') change(truth.result);
    return { status: 200, body: JSON.stringify(truth) };
  },
});

test.each<[string, (told: ToldTransaction) => unknown]>([
  ['time that is no date', (told) => (told.blockTime = 1e16)],
  ['time before 1970', (told) => (told.blockTime = -1)],
  ['slot that no column takes', (told) => (told.slot = 2 ** 63)],
])('a payment of which the first node tells a %s is read from the next one', async (_, change) => {
  const { address, entries } = await paidTwice();
  const { reader } = await openBehind(telling(change), whole);
  expect(await reader.readEntries(address, emptyHistory)).toEqual({ entries, isExplained: true });
});

/** A node that keeps an address from who asks: it explains the nothing that it tells of. */
const hides: NodeFault = {
  answer: async ({ method, id, forward }) => {
    const result = method === 'getSignaturesForAddress' ? [] : { context: { slot: 1 }, value: 0 };
    const isHidden = method === 'getSignaturesForAddress' || method === 'getBalance';
    return { status: 200, body: isHidden ? JSON.stringify({ jsonrpc: '2.0', id, result }) : await forward() };
  },
};

test('what somebody told of is read from a node that has it, and nobody is asked in vain for ever', async () => {
  const { address, entries } = await paidTwice();
  const told = { expectsNews: true };
  const nothing = { entries: [], isExplained: true };
  for (const [faults, tells] of [
    [[hides, whole], { entries, isExplained: true }],
    [[hides, hides], nothing],
    [[hides, dead], nothing],
    [[hides], nothing],
  ] as const) {
    const { reader } = await openBehind(...faults);
    expect(await reader.readEntries(address, emptyHistory)).toEqual(nothing);
    expect(await reader.readEntries(address, emptyHistory, told)).toEqual(tells);
  }
});

test('where no other node tells more, what one has is not withheld, and does not count as all', async () => {
  const { address, second, entries } = await paidTwice();
  for (const faults of [[second], [second, dead], [pruneBefore(Infinity), second]]) {
    const { reader } = await openBehind(...faults);
    expect(await reader.readEntries(address, emptyHistory)).toEqual({
      entries: [entries[1]],
      isExplained: false,
    });
  }
});

test('what the first node has pruned of a token account is read from the next one', async () => {
  const owner = freshAddress();
  const token = await issueToken(chain.sandbox.url, 6);
  await token.give(owner, 7n);
  const { client } = await openBehind(pruneBefore(Infinity), whole);
  const tokens = await createTokenChain(client, chain.solana.vault);
  const account = await tokens.accountOf(owner, token.mint);
  expect(await tokens.readEntries(account, emptyHistory)).toMatchObject({
    entries: [{ units: 7n }],
    isExplained: true,
  });
});
