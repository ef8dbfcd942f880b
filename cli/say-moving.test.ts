import { expect, test } from 'vitest';
import type { DonationAddress } from '#server/postgres/money/address-list.ts';
import { judgeAddress } from './judge-address.ts';
import { sayMoving } from './say-moving.ts';

/** A donation that was paid and whose money is there, by the books. */
const paid = (minute: number, other: Partial<DonationAddress> = {}): DonationAddress => ({
  id: `${minute}`,
  address: `address-${minute}`,
  tokenAccount: null,
  path: { user: 1, epoch: 0, index: minute },
  username: 'ana',
  status: 'RECEIVED',
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
  destinations: [],
  entries: 1,
  inLamports: 10_000_000n,
  outLamports: 0n,
  feeLamports: 0n,
  unfinalized: 0,
  explainedLamports: 0n,
  foreign: [],
  hasLiveSweep: true,
  lastError: null,
  ...other,
});
const chain = { lamports: 10_000_000n, rentMinimum: 890_880n, strays: [] };

test('of thousands of addresses whose money is on its way the oldest are named', () => {
  const moving = Array.from({ length: 2000 }, (_, index) => ({
    donation: paid((index * 7) % 2000),
    lamports: 10_000_000n,
  }));
  expect(sayMoving(moving)).toEqual([
    '2,000 addresses have money on its way that is not final yet; the oldest:',
    '  address-0  ana  0.01 SOL  of 2026-01-01T00:00:00.000Z',
    '  address-1  ana  0.01 SOL  of 2026-01-01T00:01:00.000Z',
    '  address-2  ana  0.01 SOL  of 2026-01-01T00:02:00.000Z',
  ]);
  expect(sayMoving([])).toEqual([]);
});

test('what is on its way is that whether books and chain agree meanwhile or not; what waits has its reason', () => {
  expect(judgeAddress(paid(0), chain).verdict).toBe('moving');
  expect(judgeAddress(paid(0), { ...chain, lamports: 0n }).verdict).toBe('moving');
  expect(judgeAddress(paid(0, { hasLiveSweep: false, lastError: 'refused' }), chain)).toEqual({
    verdict: 'waiting',
    reason: 'refused',
  });
  expect(judgeAddress(paid(0, { hasLiveSweep: false }), { ...chain, lamports: 0n }).verdict).toBe('differs');
});
