import { type RawBuilder, sql } from 'kysely';
import { type DonationStatus, donationStatuses } from '#contract/donation.ts';
import type { DonationFilter, DonationReads, DonationSearch } from '#server/app/donation-reads.ts';
import { isUuid } from '#server/app/is-uuid.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { selectListed, toListed } from './listed-donations.ts';

/**
 * A page of a streamer's donations.
 *
 * Which rows are on it is found in the index alone (see migration 010); only those are fetched. What is counted takes
 * longer than that wherever something is found, so that all of it is asked for at once.
 */
export const searchDonations =
  (db: Database): DonationReads['search'] =>
  async (userId, wanted) => {
    const onPage = selectWanted(db, userId, wanted)
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(wanted.size)
      .offset((wanted.page - 1) * wanted.size);
    const [counts, matching, rows] = await Promise.all([
      countByStatus(db, userId),
      wanted.search === '' ? null : countMatching(db, userId, wanted),
      selectListed(db).where('id', 'in', onPage).execute(),
    ]);
    return { data: rows.map(toListed), found: matching ?? foundByStatus(counts, wanted), counts };
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

/** The status is no condition of the reading: by the index of statuses every row of that status would be fetched. */
async function countMatching(
  db: Database,
  userId: string,
  { search, status }: DonationSearch,
): Promise<number> {
  const wanted = status === null ? sql<boolean>`true` : sql<boolean>`status = ${status}`;
  const { count } = await db
    .selectFrom('donations')
    .select(({ fn }) => fn.countAll<bigint>().filterWhere(wanted).as('count'))
    .where('user_id', '=', userId)
    .where(holds(search))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function selectWanted(db: Database, userId: string, wanted: DonationSearch) {
  return db.selectFrom('donations').where('user_id', '=', userId).where(isWanted(wanted));
}

/** What a filter lets through of the table of donations, as SQL. */
export function isWanted({ search, status }: DonationFilter): RawBuilder<boolean> {
  const ofStatus = status === null ? sql`true` : sql`status = ${status}`;
  return sql<boolean>`(${ofStatus} and ${search === '' ? sql`true` : holds(search)})`;
}

/** Both sides are made small by the database, so that it is the same small on both. A whole id finds its donation. */
function holds(search: string): RawBuilder<boolean> {
  const literal = search.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const inTexts = sql<boolean>`search_text like '%' || lower(${literal}) || '%'`;
  return isUuid(search) ? sql<boolean>`(id = ${search}::uuid or ${inTexts})` : inTexts;
}
