import { expect, onTestFinished, test, vi } from 'vitest';
import type { Donation } from '#server/domain/donation.ts';
import type { SignatureReading, SignatureState } from './chain-ports.ts';
import { Transient } from './outside.ts';
import type { Ports } from './ports.ts';
import { recordPayment } from './record-payment.ts';

const now = new Date();
const entry = { signature: 's', slot: 5n, blockTime: now, lamports: 7n, payers: [], succeeded: true };
const saying = (state: SignatureState): SignatureReading => ({
  finalizedSlot: 900n,
  states: [state],
  slots: [null],
});

/** What becomes of a final payment that nothing at its address explains, where nodes say this after so long. */
async function lookAfter(crossed: () => Promise<SignatureReading[]>, stillMs = 0) {
  const real = performance.now.bind(performance);
  let stoodMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + stoodMs);
  onTestFinished(() => clock.mockRestore());
  let donation = {
    address: 'a',
    createdAt: now,
    paidAt: now,
    minLamports: 1n,
    entries: [{ ...entry, finalized: true, dropped: false }],
    token: null,
  } as unknown as Donation;
  const ports = {
    donations: {
      find: async () => donation,
      change: async (_: string, decide: (before: Donation) => Donation) => (donation = decide(donation)),
    },
    chain: {
      readEntries: async () => ({ entries: [], isExplained: false }),
      readSignatures: async () => saying('missing'),
      crossReadSignatures: async () => {
        stoodMs += stillMs;
        return await crossed();
      },
    },
    clock: { now: () => now },
  } as unknown as Ports;
  await recordPayment(ports, 'd');
  return donation.entries[0];
}

const gone = { finalized: false, dropped: true };
const final = { finalized: true, dropped: false };

test.each([
  ['two nodes lack it', async () => ['missing', 'missing'] as const, gone],
  ['one of two has it', async () => ['missing', 'finalized'] as const, final],
  ['one of two does not go back so far', async () => ['missing', 'unknown'] as const, final],
  ['the only node that there is lacks it', async () => [], gone],
])('what was called final is taken back where nothing explains what lies there: %s', async (_, say, is) => {
  expect(await lookAfter(async () => (await say()).map(saying))).toMatchObject(is);
});

test('what is final stays so where too few nodes answer', async () => {
  expect(await lookAfter(() => Promise.reject(new Transient('No answer')))).toMatchObject(final);
});

test('what is final stays so where whoever asked stood still after that', async () => {
  expect(await lookAfter(async () => [saying('missing'), saying('missing')], 20_000)).toMatchObject(final);
});
