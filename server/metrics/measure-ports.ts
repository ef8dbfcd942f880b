import type { Log } from '#server/app/log.ts';
import type { Coin, Meter } from '#server/app/meter.ts';
import type { Clock, DonationStore } from '#server/app/ports.ts';
import type { SweepStore } from '#server/app/sweep-ports.ts';
import { type Donation, paymentsOf } from '#server/domain/donation.ts';
import type { Entry } from '#server/domain/entries.ts';
import { tokenPaymentsOf } from '#server/domain/token-side.ts';

/**
 * The same store; each payment that it records for the first time is measured by its block's time. Late money is not: for
 * that addresses are read by the minute, the hour or the day.
 */
export function measureDonations(store: DonationStore, meter: Meter, clock: Clock): DonationStore {
  return {
    ...store,
    async change(id, decide) {
      let before: Donation | undefined;
      const after = await store.change(id, (donation) => decide((before = donation)));
      const known = new Set(before && booksOf(before).entries.map(({ signature }) => signature));
      const { of, payments } = booksOf(after);
      for (const { signature, blockTime } of payments) {
        if (known.has(signature) || blockTime > after.expiresAt) continue;
        meter.paymentRecorded(of, (clock.now().getTime() - blockTime.getTime()) / 1000);
      }
      return after;
    },
  };
}

/** What came of that in which a donation is paid. */
function booksOf(donation: Donation): { of: Coin; entries: readonly Entry[]; payments: readonly Entry[] } {
  const { token, entries } = donation;
  return token === null
    ? { of: 'sol', entries, payments: paymentsOf(donation) }
    : { of: 'tokens', entries: token.entries, payments: tokenPaymentsOf(token) };
}

/** The same store; each step of passing money on is counted by how it ended. */
export function measureSweeps(store: SweepStore, meter: Meter): SweepStore {
  return {
    ...store,
    async storeSigned(job, sweep) {
      const isStored = await store.storeSigned(job, sweep);
      if (isStored) meter.sweepStepped('signed');
      return isStored;
    },
    async markLanded(job, signature, succeeded) {
      await store.markLanded(job, signature, succeeded);
      meter.sweepStepped(succeeded ? 'landed' : 'failed_on_chain');
    },
    async markExpired(job, signature) {
      await store.markExpired(job, signature);
      meter.sweepStepped('expired');
    },
    async release(job, next) {
      await store.release(job, next);
      if (next.error === null) return;
      meter.sweepStepped(next.error.startsWith('too_small') ? 'too_small' : 'troubled');
    },
  };
}

/** The same log; what workers say of failed steps is counted by their name. */
export function measureWorkers(log: Log, meter: Meter): Log {
  return {
    info: (detail, message) => log.info(detail, message),
    warn(detail, message) {
      if ('worker' in detail && 'error' in detail) meter.workerFailed(String(detail.worker));
      log.warn(detail, message);
    },
    error: (detail, message) => log.error(detail, message),
  };
}
