import { expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import { readEntry } from './chain-entry.ts';

/** What a transaction did to an address by a node that has so much there before and after it. */
async function entryBy(before: bigint, after: bigint) {
  const told = {
    slot: 1n,
    blockTime: 1n,
    transaction: { message: { accountKeys: ['payer', 'address'] } },
    meta: { err: null, fee: 5000n, preBalances: [9n, before], postBalances: [8n, after] },
  };
  const rpc = { getTransaction: () => ({ send: async () => told }) };
  const seen = { signature: 's', address: 'address', commitment: 'finalized' };
  return await readEntry(rpc as never, seen as never);
}

test('what moved more than there is of SOL no node has told of: sums of it would fit no column', async () => {
  const all = 10n ** 18n;
  expect((await entryBy(0n, all)).lamports).toBe(all);
  expect((await entryBy(all + 5n, 5n)).lamports).toBe(-all);
  await expect(entryBy(0n, all + 1n)).rejects.toBeInstanceOf(Transient);
  await expect(entryBy(all + 1n, 0n)).rejects.toBeInstanceOf(Transient);
});
