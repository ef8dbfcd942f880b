import { Problem } from '#contract/problem.ts';
import type { Clock, DonationStore } from '#server/app/ports.ts';
import { createDonationsTogether } from './create-donations.ts';
import type { Database } from './database.ts';
import { createDonationReads } from './donation-reads.ts';
import { loadDonation } from './donation-rows.ts';
import { saveDonation } from './save-donation.ts';

/** Donations in PostgreSQL. `keyEpoch` is the epoch under which new addresses stand. */
export function createDonationStore(db: Database, clock: Clock, keyEpoch: number): DonationStore {
  const create = createDonationsTogether(db, clock, keyEpoch);
  return {
    ...createDonationReads(db, clock),
    async create(draft) {
      const created = await create(draft);
      if (created instanceof Problem) throw created;
      return created;
    },
    find: (id) => loadDonation(db, { id }),
    findByAddress: (address) => loadDonation(db, { address }),
    async change(id, decide) {
      return await db.transaction().execute(async (trx) => {
        const before = await loadDonation(trx, { id }, true);
        if (before === null) throw new Problem('donation_not_found');
        const after = decide(before);
        if (after !== before) await saveDonation(trx, before, after);
        return after;
      });
    },
  };
}
