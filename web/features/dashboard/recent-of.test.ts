import { expect, it } from 'vitest';
import type { DonationStatus, ListedDonation } from '#contract/donation.ts';
import { listedDonation } from '#contract/listed-donation-fixture.ts';
import { hasPushedOut, recentOf } from './recent-of.ts';

const donation = (minute: number, status: DonationStatus): ListedDonation =>
  listedDonation({
    id: `${minute}`,
    status,
    createdAt: `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`,
  });
const minutes = (donations: readonly ListedDonation[]) => donations.map(({ id }) => Number(id));

it('unpaid donations push no paid one out, and stand where there is room', () => {
  const unpaid = [50, 49, 48, 47, 46].map((minute) => donation(minute, 'EXPIRED'));
  const paid = [9, 8, 7].map((minute) => donation(minute, 'TRANSFERRED'));
  expect(minutes(recentOf(unpaid, paid))).toEqual([50, 49, 9, 8, 7]);
  const five = [9, 8, 7, 6, 5].map((minute) => donation(minute, 'SHOWN'));
  expect(minutes(recentOf(unpaid, five))).toEqual([9, 8, 7, 6, 5]);
  expect(minutes(recentOf(unpaid, []))).toEqual([50, 49, 48, 47, 46]);
});

it('the most recent stay in their order, each once', () => {
  const newest = [donation(9, 'PENDING'), donation(8, 'RECEIVED'), donation(7, 'FAILED')];
  expect(minutes(recentOf(newest, [donation(8, 'RECEIVED'), donation(2, 'SHOWN')]))).toEqual([9, 8, 7, 2]);
});

it('more are asked for only where paid ones are missing', () => {
  const newest = [donation(9, 'PENDING'), donation(8, 'RECEIVED')];
  expect(hasPushedOut(newest, { totalDonations: 1 })).toBe(false);
  expect(hasPushedOut(newest, { totalDonations: 2 })).toBe(true);
  const paid = [9, 8, 7, 6, 5].map((minute) => donation(minute, 'SHOWN'));
  expect(hasPushedOut(paid, { totalDonations: 800 })).toBe(false);
});
