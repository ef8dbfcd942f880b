import type { Address, Rpc, Signature, SolanaRpcApi } from '@solana/kit';
import { expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import { isInFinalizedHistory } from './signature-history.ts';

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
