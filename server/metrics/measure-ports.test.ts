import { expect, test, vi } from 'vitest';
import { type Coin, type Meter, noMeter } from '#server/app/meter.ts';
import type { DonationStore } from '#server/app/ports.ts';
import type { Donation } from '#server/domain/donation.ts';
import { measureDonations } from './measure-ports.ts';

const expiresAt = new Date('2026-01-01T12:00:00Z');
const now = new Date('2026-01-01T12:30:00Z');
const at = (time: string): Date => new Date(`2026-01-01T${time}Z`);

/** A transaction that moved so much, in either coin. */
const entry = (signature: string, blockTime: Date, amount = 5n) => ({
  signature,
  blockTime,
  slot: 1n,
  lamports: amount,
  units: amount,
  succeeded: true,
  dropped: false,
});

/** Of what, and how many seconds after its block, each payment was measured that turns the first donation into the second. */
async function measured(before: object, after: object): Promise<[Coin, number][]> {
  const paymentRecorded = vi.fn<Meter['paymentRecorded']>();
  const store = {
    change: async (_: string, decide: (donation: Donation) => Donation) => decide(before as Donation),
  } as unknown as DonationStore;
  const measuring = measureDonations(store, { ...noMeter, paymentRecorded }, { now: () => now });
  await measuring.change('d', () => after as Donation);
  return paymentRecorded.mock.calls;
}

test('a payment is measured once, when it is new, and money that goes away never', async () => {
  const known = entry('a', at('11:50:00'));
  const before = { expiresAt, token: null, entries: [known] };
  const entries = [known, entry('b', at('11:59:00')), entry('c', at('11:59:10'), -5n)];
  expect(await measured(before, { ...before, entries })).toEqual([['sol', 31 * 60]]);
});

test('late money, for which the address is read ever more seldom, is not measured', async () => {
  const before = { expiresAt, token: null, entries: [] };
  const entries = [entry('on time', expiresAt), entry('late', at('12:00:01'))];
  expect(await measured(before, { ...before, entries })).toEqual([['sol', 30 * 60]]);
});

test('a payment in a token is measured as one in SOL, and SOL that comes there pays for nothing', async () => {
  const before = { expiresAt, token: { entries: [entry('a', at('11:58:00'))] }, entries: [] };
  const token = { entries: [...before.token.entries, entry('b', at('11:59:00'))] };
  expect(await measured(before, { ...before, token })).toEqual([['tokens', 31 * 60]]);
  expect(await measured(before, { ...before, entries: [entry('c', at('11:59:00'))] })).toEqual([]);
});
