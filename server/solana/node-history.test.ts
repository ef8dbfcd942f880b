import type { Rpc, Signature, SolanaRpcApi } from '@solana/kit';
import { expect, test } from 'vitest';
import { HistoryTooShort, Permanent, Transient } from '#server/app/outside.ts';
import { readFirstSlot, requireHistory } from './node-history.ts';
import { createRpcClient } from './rpc-client.ts';

type Answer<T> = T | Error;

function answer(told: unknown) {
  return {
    send: async () => {
      if (told instanceof Error) throw told;
      return told;
    },
  };
}

/** A node whose oldest blocks are these; what is an error is thrown. */
function nodeOf(
  slots: Answer<bigint[]>,
  blockHeight: Answer<bigint | null> = new Error('Nobody should ask for a block.'),
  unreadable: bigint | null = null,
): Rpc<SolanaRpcApi> {
  return {
    getBlocksWithLimit: () => answer(slots),
    getBlock: (slot: bigint) =>
      answer(blockHeight instanceof Error ? blockHeight : slot === unreadable ? null : { blockHeight }),
  } as unknown as Rpc<SolanaRpcApi>;
}

/**
 * A node with the blocks of these heights, each in a slot that is 10,000 greater; `fork` lowers the heights after a
 * lost slot.
 */
function nodeWith(
  { from, to, missing = () => false }: { from: bigint; to: bigint; missing?: (height: bigint) => boolean },
  fork = 0n,
): Rpc<SolanaRpcApi> {
  const all = Array.from({ length: Number(to - from) + 1 }, (_, index) => from + BigInt(index));
  const blocks = new Map(
    all.filter((at) => !missing(at)).map((at) => [at + 10_000n, at > 10_000n ? at - fork : at]),
  );
  return {
    getBlocksWithLimit: (first: bigint, limit: number) =>
      answer([...blocks.keys()].filter((slot) => slot >= first).slice(0, limit)),
    getBlock: (slot: bigint) => answer({ blockHeight: blocks.get(slot) ?? null }),
  } as unknown as Rpc<SolanaRpcApi>;
}

const signature = '5'.repeat(88) as Signature;
const refused = new Permanent('Method not found');

test.each([
  { name: 'begins with its first block', slots: [500n], first: 500n },
  { name: 'of a node without any block is not told', slots: [], first: null },
  { name: 'of a node that does not know the question is not told', slots: refused, first: null },
])('a history that $name', async ({ slots, first }) => {
  await expect(readFirstSlot(nodeOf(slots))).resolves.toBe(first);
});

test('a node that is away has not said how far its history goes back', async () => {
  await expect(readFirstSlot(nodeOf(new Transient('It is away')))).rejects.toThrow('It is away');
});

const lastValidBlockHeight = 10_150n;
test.each([
  { name: 'begins at a slot below its oldest height', node: nodeOf([9_850n]) },
  {
    name: 'has every block since it was signed',
    node: nodeWith({ from: 10_000n, to: 10_400n }),
    signedSlot: 20_000n,
  },
  {
    name: 'has the 300 blocks since, of one that was said to be valid for longer',
    node: nodeWith({ from: 10_000n, to: 10_300n }),
    signedSlot: 20_000n,
    height: 13_000n,
  },
  {
    name: 'lost the fork in which it was signed and has every block since',
    node: nodeWith({ from: 9_999n, to: 10_400n, missing: (height) => height === 10_000n }, 1n),
    signedSlot: 20_000n,
  },
  {
    name: 'has every block since, and there was none for long before it was signed',
    node: nodeWith(
      { from: 9_000n, to: 11_400n, missing: (height) => height > 9_000n && height <= 10_000n },
      1000n,
    ),
    signedSlot: 20_000n,
  },
  { name: 'begins with a block of its oldest height', node: nodeOf([20_000n], 9_850n) },
  {
    name: 'begins with the unreadable block of a snapshot and one of its oldest height',
    node: nodeOf([20_000n, 20_001n], 9_850n, 20_000n),
  },
  { name: 'is the whole of a young chain', node: nodeOf([1n]), height: 150n },
])(
  'a history says that a transfer never landed when it $name',
  async ({ node, signedSlot, height = lastValidBlockHeight }) => {
    const transfer = { lastValidBlockHeight: height, ...(signedSlot !== undefined && { signedSlot }) };
    await expect(requireHistory(node, { signature, ...transfer })).resolves.toBeUndefined();
  },
);

test.each([
  { name: 'begins a block too late', node: nodeOf([20_000n], 9_851n) },
  {
    name: 'begins after the slot it was signed in',
    node: nodeWith({ from: 10_001n, to: 10_400n }),
    signedSlot: 20_000n,
  },
  {
    name: 'lacks blocks in which it may stand, as after a restart from a newer snapshot',
    node: nodeWith({ from: 9_900n, to: 10_400n, missing: (height) => height > 10_003n && height < 10_090n }),
    signedSlot: 20_000n,
  },
  {
    name: 'lacks the last of them',
    node: nodeWith({ from: 9_900n, to: 10_149n }),
    signedSlot: 20_000n,
  },
  { name: 'begins with a block of unknown height', node: nodeOf([20_000n], null) },
  {
    name: 'begins with the unreadable block of a snapshot and one that is too late',
    node: nodeOf([20_000n, 20_001n], 9_851n, 20_000n),
  },
  { name: 'begins with a block that cannot be read, the only one', node: nodeOf([20_000n], 9_850n, 20_000n) },
  { name: 'begins with a block that is gone by then', node: nodeOf([20_000n], refused) },
  { name: 'is not there', node: nodeOf([]) },
  { name: 'is not told', node: nodeOf(refused) },
])('a history does not say that a transfer never landed when it $name', async ({ node, signedSlot }) => {
  const transfer = { lastValidBlockHeight, ...(signedSlot !== undefined && { signedSlot }) };
  const asked = requireHistory(node, { signature, ...transfer });
  await expect(asked).rejects.toThrow(HistoryTooShort);
  await expect(asked).rejects.toThrow('add a node with full history to SOLANA_RPC_URL');
});

const inBlock = ['2', '3', '4'].map((digit) => digit.repeat(88));

test.each([
  { name: 'knows what stands in its blocks', known: inBlock.slice(2), told: undefined },
  { name: 'knows nothing of what stands in its blocks', known: [] as string[], told: HistoryTooShort },
  { name: 'knows the transfer by then', known: [...inBlock, signature], told: Transient },
  { name: 'has an empty block, as a sandbox does', known: [], block: [], told: undefined },
])(
  'whether a transfer never landed is said by a node that $name',
  async ({ known, block = inBlock, told }) => {
    const node = {
      ...nodeWith({ from: 10_000n, to: 10_400n }),
      getBlock: (slot: bigint) => answer({ blockHeight: slot - 10_000n, signatures: block }),
      getSignatureStatuses: (asked: string[]) =>
        answer({ value: asked.map((each) => ([...known].includes(each) ? { slot: 1n } : null)) }),
    } as unknown as Rpc<SolanaRpcApi>;
    const said = await requireHistory(node, { signature, lastValidBlockHeight, signedSlot: 20_000n }).catch(
      (error: Error) => error.constructor,
    );
    expect(said).toBe(told);
  },
);

/** A node that answers every call with a status, and how often it was asked. */
function nodeThatAnswers(status: number) {
  const asked: string[] = [];
  const client = createRpcClient({
    urls: ['http://node'],
    limits: null,
    totalTimeoutMs: 300,
    random: () => 0,
    openPost: () => async (text) => {
      asked.push(text);
      return { status, statusText: 'No', headers: {}, text: '{"error":"not in your plan"}' };
    },
  });
  return { client, asked };
}

test.each([400, 403, 404, 405, 410])(
  'a node that does not offer the question, and says so by HTTP %i, is asked once and not left alone',
  async (status) => {
    const { client, asked } = nodeThatAnswers(status);
    await expect(readFirstSlot(client.rpc)).resolves.toBeNull();
    await expect(requireHistory(client.rpc, { signature, lastValidBlockHeight })).rejects.toThrow(
      HistoryTooShort,
    );
    expect(asked).toHaveLength(2);
    expect(client.nodes()).toMatchObject([{ failures: 0 }]);
  },
);

test.each([401, 408, 429, 500, 503])(
  'a node that answers HTTP %i is away, and asked again',
  async (status) => {
    const { client, asked } = nodeThatAnswers(status);
    await expect(readFirstSlot(client.rpc)).rejects.toThrow(Transient);
    expect(asked.length).toBeGreaterThan(1);
  },
);

test('a node that refuses anything else by HTTP 403 is away, as one with a wrong key is', async () => {
  const { client } = nodeThatAnswers(403);
  await expect(client.rpc.getSlot().send()).rejects.toThrow(Transient);
});
