import type { Rpc, SolanaRpcApi } from '@solana/kit';
import { expect, test } from 'vitest';
import { HistoryTooShort, Permanent, Transient } from '#server/app/outside.ts';
import { readFirstSlot, requireHistory } from './node-history.ts';

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
  { name: 'begins with the slot it was signed in', node: nodeOf([20_000n]), signedSlot: 20_000n },
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
    await expect(requireHistory(node, transfer)).resolves.toBeUndefined();
  },
);

test.each([
  { name: 'begins a block too late', node: nodeOf([20_000n], 9_851n) },
  { name: 'begins after the slot it was signed in', node: nodeOf([20_001n], 9_851n), signedSlot: 20_000n },
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
  const asked = requireHistory(node, transfer);
  await expect(asked).rejects.toThrow(HistoryTooShort);
  await expect(asked).rejects.toThrow('add a node with full history to SOLANA_RPC_URL');
});
