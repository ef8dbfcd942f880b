import { sql } from 'kysely';
import { type DonationStatus, donationStatuses } from '#contract/donation.ts';
import type { DonationReads, DonationSearch } from '#server/app/donation-reads.ts';
import type { Database } from './database.ts';
import { selectListed, toListed } from './listed-donations.ts';

/**
 * A page of a streamer's donations.
 *
 * Which rows are on it is found in the index alone (see migration 010); only those are fetched. A page is not looked
 * for where the count says that there is none: that would be one more reading of everything.
 */
export const searchDonations =
  (db: Database): DonationReads['search'] =>
  async (userId, wanted) => {
    const counts = await countByStatus(db, userId);
    const found = wanted.search === '' ? foundByStatus(counts, wanted) : await countFound(db, userId, wanted);
    const skipped = (wanted.page - 1) * wanted.size;
    if (skipped >= found) return { data: [], found, counts };
    const onPage = selectWanted(db, userId, wanted)
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(wanted.size)
      .offset(skipped);
    const rows = await selectListed(db).where('id', 'in', onPage).execute();
    return { data: rows.map(toListed), found, counts };
  };

async function countByStatus(db: Database, userId: string): Promise<Record<DonationStatus, number>> {
  const rows = await db
    .selectFrom('donations')
    .select((eb) => ['status', eb.fn.countAll<bigint>().as('count')])
    .where('user_id', '=', userId)
    .groupBy('status')
    .execute();
  const none = Object.fromEntries(donationStatuses.map((status) => [status, 0]));
  const counted = rows.map(({ status, count }) => [status, Number(count)]);
  return { ...none, ...Object.fromEntries(counted) } as Record<DonationStatus, number>;
}

function foundByStatus(counts: Record<DonationStatus, number>, { status }: DonationSearch): number {
  return status === null ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[status];
}

async function countFound(db: Database, userId: string, wanted: DonationSearch): Promise<number> {
  const { count } = await selectWanted(db, userId, wanted)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Both sides are made small by the database, so that it is the same small on both. */
function selectWanted(db: Database, userId: string, { search, status }: DonationSearch) {
  let query = db.selectFrom('donations').where('user_id', '=', userId);
  if (status !== null) query = query.where('status', '=', status);
  if (search !== '') {
    const literal = search.replaceAll(/[\\%_]/g, String.raw`\$&`);
    query = query.where(sql<boolean>`search_text like '%' || lower(${literal}) || '%'`);
  }
  return query;
}
