import { Problem } from '#contract/problem.ts';
import type { Meter } from '#server/app/meter.ts';
import type { Clock, DonationStore } from '#server/app/ports.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import { createDonationsTogether, type WatchOwner } from './create-donations.ts';
import type { Database } from './database.ts';
import { createDonationReads } from './donation-reads.ts';
import { loadDonation } from './donation-rows.ts';
import { saveDonation } from './save-donation.ts';
import { readOutlook } from './stream-outlook.ts';

/** What a running process adds. */
interface Running {
  /** How alerts go out with the payments that they are of. */
  pace: AlertPace;
  meter: Pick<Meter, 'alertSent'>;
  owner: WatchOwner;
}

/**
 * Donations in PostgreSQL. `keyEpoch` is the epoch under which new addresses stand. Without `running` every alert waits
 * for the dispatcher, and every new address for whoever adopts it.
 */
export function createDonationStore(
  db: Database,
  clock: Clock,
  keyEpoch: number,
  running?: Running,
): DonationStore {
  const create = createDonationsTogether({ db, clock, keyEpoch, owner: running?.owner ?? null });
  return {
    ...createDonationReads(db, clock),
    async create(draft) {
      const created = await create(draft);
      if (created instanceof Problem) throw created;
      return created;
    },
    find: (id) => loadDonation(db, { id }),
    findByAddress: (address) => loadDonation(db, { address }),
    readOutlook: (donation) => readOutlook(db, donation),
    async change(id, decide) {
      let alertDelay: number | null = null;
      const changed = await db.transaction().execute(async (trx) => {
        const before = await loadDonation(trx, { id }, true);
        if (before === null) throw new Problem('donation_not_found');
        const wanted = decide(before);
        if (wanted === before) return before;
        const saved = await saveDonation(trx, before, wanted, running?.pace);
        ({ alertDelay } = saved);
        return saved.after;
      });
      if (alertDelay !== null) running?.meter.alertSent(alertDelay);
      return changed;
    },
  };
}
