import { expect, it } from 'vitest';
import { donationStatuses, paidStatuses } from '#contract/donation.ts';
import { donationPhase, meterProgress, pillText } from './donation-phase.ts';

const expiresAt = '2026-11-21T12:10:00.000Z';
const before = Date.parse(expiresAt) - 1;
const after = Date.parse(expiresAt);

it('a paid donation stays paid, however late it is', () => {
  for (const status of paidStatuses) expect(donationPhase({ status, expiresAt }, after)).toBe('paid');
});

it('a waiting donation expires at the countdown’s zero, also before the server says so', () => {
  expect(donationPhase({ status: 'PENDING', expiresAt }, before)).toBe('waiting');
  expect(donationPhase({ status: 'PENDING', expiresAt }, after)).toBe('expired');
  expect(donationPhase({ status: 'EXPIRED', expiresAt }, before)).toBe('expired');
});

it('a failed donation is failed, not expired', () => {
  expect(donationPhase({ status: 'FAILED', expiresAt }, after)).toBe('failed');
});

it('the pill says what the spec says', () => {
  expect(pillText('paid', '0.100000 SOL')).toBe('Received 0.100000 SOL');
  expect(pillText('waiting', '')).toBe('Waiting for payment');
  expect(pillText('expired', '')).toBe('Expired');
  expect(pillText('failed', '')).toBe('Failed');
});

it('the meter says "On stream" only when an overlay showed it', () => {
  const shownOnStreamAt = null;
  for (const status of donationStatuses) {
    expect(meterProgress({ status, amount: 1, shownOnStreamAt }).done).toBeLessThan(4);
  }
  expect(meterProgress({ status: 'SHOWN', amount: 1, shownOnStreamAt: expiresAt }).done).toBe(4);
});

it('a payment that is still too small is seen, but not confirmed', () => {
  expect(meterProgress({ status: 'PENDING', amount: 0, shownOnStreamAt: null })).toEqual({
    done: 0,
    going: true,
  });
  expect(meterProgress({ status: 'PENDING', amount: 0.001, shownOnStreamAt: null })).toEqual({
    done: 1,
    going: true,
  });
});
