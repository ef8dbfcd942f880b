import { expect, test, vi } from 'vitest';
import type { Ports } from '#server/app/ports.ts';
import { sweepDonation } from './sweep-donation.ts';
import { sweepTokens } from './sweep-tokens.ts';
import type { SweepChain, SweepJob, SweepStore } from '#server/app/sweep-ports.ts';

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

const now = new Date();
const job = { donationId: 'd', live: { signature: 's', signedAt: now } };
const transfer = {
  signature: 's',
  slot: 5n,
  blockTime: now,
  payers: [],
  succeeded: true,
  finalized: true,
  dropped: false,
  lamports: -700n,
  units: -700n,
  feeLamports: 0n,
};
const payment = { ...transfer, signature: 'p', slot: 4n, lamports: 700n, units: 700n };
const failed = { state: 'landed', entry: { ...transfer, succeeded: false, lamports: 0n, units: 0n } };
const paid = { createdAt: now, paidAt: now, sweptAt: null, transferSignature: null, minLamports: 1n };

/** Ends a transfer that became final by the books since the job was begun, and of which a node tells that it failed. */
async function endOf(token: object | null, step: (ports: never, log: never) => Promise<unknown>) {
  const withEntries = (entries: object[]) => ({
    ...paid,
    address: 'a',
    entries,
    token: token && { ...token, account: 't', minimumUnits: 1n, entries },
  });
  let donation = withEntries([payment]);
  const markLanded = vi.fn<SweepStore['markLanded']>(async () => undefined);
  const passing = { chain: { outcome: async () => failed }, sweeps: { markLanded } };
  const ports = {
    donations: {
      find: async () => donation,
      change: async (_: string, decide: (before: unknown) => typeof donation) =>
        (donation = decide(withEntries([payment, transfer]))),
    },
    sweeps: passing.sweeps,
    sweepChain: passing.chain,
    tokens: passing,
    clock: { now: () => now },
  };
  await step(ports as never, { warn: () => undefined } as never);
  const { sweptAt, transferSignature } = donation;
  return { sweptAt, transferSignature, ends: markLanded.mock.calls };
}

test('a transfer that is final by the books ends as they have it, whatever a node tells of it', async () => {
  const asBooked = { sweptAt: now, transferSignature: 's', ends: [[job, 's', true]] };
  expect(await endOf(null, (ports, log) => sweepDonation(ports, job as never, log))).toEqual(asBooked);
  expect(await endOf({}, (ports, log) => sweepTokens(ports, job as never, log))).toEqual(asBooked);
});
