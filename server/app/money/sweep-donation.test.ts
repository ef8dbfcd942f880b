import { expect, test, vi } from 'vitest';
import type { Ports } from '#server/app/ports.ts';
import { sweepDonation } from './sweep-donation.ts';
import type { SweepChain, SweepJob } from '#server/app/sweep-ports.ts';

test.each([
  ['one node is asked of a transfer that may still land', 119_000, false],
  ['two are asked of one that has to have landed by now', 121_000, true],
])('%s', async (_, ageMs, isOverdue) => {
  const now = new Date();
  const outcome = vi.fn<SweepChain['outcome']>(async () => ({ state: 'unknown' }));
  const ports = {
    donations: { find: async () => ({ address: 'a', entries: [] }) },
    sweepChain: { outcome, sendAgain: async () => undefined },
    clock: { now: () => now },
  } as unknown as Ports;
  const live = { signature: 's', signedAt: new Date(now.getTime() - ageMs) };
  await sweepDonation(ports, { donationId: 'd', live } as SweepJob, { warn: () => undefined });
  expect(outcome.mock.calls).toEqual([[live, 'a', isOverdue]]);
});
