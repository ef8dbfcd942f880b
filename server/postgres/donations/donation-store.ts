import { Problem } from '#contract/problem.ts';
import type { Log } from '#server/app/log.ts';
import type { Meter } from '#server/app/meter.ts';
import type { Clock, DonationStore } from '#server/app/ports.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import { createDonationsTogether, type WatchOwner } from './create-donations.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createDonationReads } from './donation-reads.ts';
import { loadDonation } from './donation-rows.ts';
import { isAboutAValue } from '#server/postgres/connection/is-about-a-value.ts';
import { listPastAlerts } from './past-alerts.ts';
import { type Saved, saveDonation } from './save-donation.ts';
import { readOutlook } from './stream-outlook.ts';

type Decide = Parameters<DonationStore['change']>[1];

/** What a running process adds. */
interface Running {
  /** How alerts go out with the payments that they are of. */
  pace: AlertPace;
  meter: Pick<Meter, 'alertSent'>;
  owner: WatchOwner;
  log: Pick<Log, 'warn'>;
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
    listAlerts: (id) => listPastAlerts(db, id),
    readOutlook: (donation) => readOutlook(db, donation),
    async change(id, decide) {
      const { after, alertDelay } = await changeAlerting(id, decide);
      if (alertDelay !== null) running?.meter.alertSent(alertDelay);
      return after;
    },
  };

  /** Where sending the alert fails by what it says, what happened is recorded all the same: the alert waits in its queue. */
  async function changeAlerting(id: string, decide: Decide): Promise<Saved> {
    if (running === undefined) return await change(id, decide, null);
    try {
      return await change(id, decide, running.pace);
    } catch (error) {
      if (!isAboutAlert(error)) throw error;
      running.log.warn(
        { donation: id, error },
        'A change could not be stored with its alert sent; it is without.',
      );
      return await change(id, decide, null);
    }
  }

  async function change(id: string, decide: Decide, pace: AlertPace | null): Promise<Saved> {
    return await db.transaction().execute(async (trx) => {
      const before = await loadDonation(trx, { id }, true);
      if (before === null) throw new Problem('donation_not_found');
      const wanted = decide(before);
      if (wanted === before) return { after: before, alertDelay: null };
      return await saveDonation(trx, before, wanted, pace);
    });
  }
}

/** A value that PostgreSQL refuses, or a mistake of ours: trying the same again would never help. */
function isAboutAlert(error: unknown): boolean {
  const isMistake = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
  return isMistake || isAboutAValue(error);
}
