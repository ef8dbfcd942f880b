import { expect, test } from 'vitest';
import { removedName } from '#contract/removed-name.ts';
import { applyEntries, type ChainEntry, type Donation } from '#server/domain/donation.ts';
import { paymentSignaturesOf } from './present-donation.ts';

const now = new Date('2026-11-21T12:05:00Z');

const fresh = {
  donatorName: 'Zoë',
  createdAt: now,
  entries: [],
  token: null,
  paidAt: null,
  failedAt: null,
} as unknown as Donation;

function payment(slot: number, lamports: bigint): ChainEntry {
  return {
    signature: `s${slot}`,
    slot: BigInt(slot),
    blockTime: now,
    lamports,
    feeLamports: 0n,
    payers: [],
    succeeded: true,
    finalized: false,
    dropped: false,
  };
}

test('of a donation that somebody dusts without end the largest payments are told, oldest first', () => {
  const dust = Array.from({ length: 1000 }, (_, index) => payment(index + 2, 1n));
  const dusted = applyEntries(fresh, [payment(1, 1_000_000n), ...dust, payment(2000, 2_000_000n)], now);
  const told = paymentSignaturesOf(dusted);
  expect(told).toHaveLength(20);
  expect([told[0], told.at(-1)]).toEqual(['s1', 's2000']);
  expect(paymentSignaturesOf({ ...dusted, donatorName: removedName })).toEqual([]);
});
