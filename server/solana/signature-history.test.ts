import type { Address, Rpc, Signature, SolanaRpcApi } from '@solana/kit';
import { expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import { isInFinalizedHistory, listUnknown } from './signature-history.ts';

test('a history that has no end, as of one slot that a node fills anew with each page, is no answer', async () => {
  const pages = ['a', 'b'].map((page) =>
    Array.from({ length: 1000 }, (_, row) => ({ signature: `${page}${row}`, slot: 5n })),
  );
  let asked = 0;
  const getSignaturesForAddress = () => ({ send: async () => pages[(asked += 1) % 2] });
  const rpc = { getSignaturesForAddress } as unknown as Rpc<SolanaRpcApi>;
  const range = { minContextSlot: 9n, oldestSlot: 1n };
  await expect(
    isInFinalizedHistory(rpc, 'address' as Address, 'not among them' as Signature, range),
  ).rejects.toThrow(Transient);
});

/** A node with so many transactions of an address, newest first by their numbers, and how many pages it was asked for. */
function nodeWith(transactions: number) {
  let asked = 0;
  const getSignaturesForAddress = (_: Address, { before = `${transactions}` }: { before?: string }) => ({
    send: async () => {
      asked += 1;
      const newest = Number(before) - 1;
      return Array.from({ length: Math.min(1000, newest + 1) }, (__, row) => {
        const signature = `${newest - row}`;
        return { signature, slot: BigInt(newest - row), confirmationStatus: 'finalized' };
      });
    },
  });
  const rpc = { getSignaturesForAddress } as unknown as Rpc<SolanaRpcApi>;
  return { rpc, asked: () => asked };
}

/** What is found where all but the oldest are known and moved nothing. */
async function findOldest(transactions: number, lies: bigint) {
  const node = nodeWith(transactions);
  const signatures = { has: (signature: string) => signature !== '0' } as ReadonlySet<string>;
  const readAmount = async () => lies;
  const search = { known: { signatures, sum: 0n }, notBefore: 0n, limit: 200, readAmount };
  const found = await listUnknown(node.rpc, 'address' as Address, search);
  return { found: found.map(({ signature }) => signature), asked: node.asked() };
}

test.each([2500, 150_000])(
  'a payment behind %i known transactions is found where they do not explain what lies there',
  async (transactions) => {
    expect(await findOldest(transactions, 5n)).toEqual({
      found: ['0'],
      asked: Math.ceil((transactions + 1) / 1000),
    });
    expect(await findOldest(transactions, 0n)).toEqual({ found: [], asked: 1 });
  },
);

test('a history that nothing explains is walked to a million transactions', async () => {
  expect(await findOldest(1_200_000, 5n)).toEqual({ found: [], asked: 1000 });
});
