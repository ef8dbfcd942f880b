import { sql } from 'kysely';
import type { UnfinalizedPart, WatchStore } from '#server/app/watch-ports.ts';
import { processSilentSeconds } from '#server/postgres/connection/process-silent-seconds.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** A transaction is final some 13 s after it was seen, and on a slow day half a minute. */
const lateFinalSeconds = 60;

/** Entries in SOL of which it is to be seen whether they become final, or come back. */
export function createFollowedEntries(
  db: Database,
  processId: string,
): Pick<WatchStore, 'listUnfinalized' | 'listDropped'> {
  return {
    async listUnfinalized(limit, part) {
      const page = db
        .selectFrom('chain_entries')
        .innerJoin('donations', 'donations.address', 'chain_entries.address')
        .select([
          'donations.id as donationId',
          'chain_entries.address as address',
          'chain_entries.signature as signature',
          'chain_entries.slot as slot',
          'chain_entries.block_time as blockTime',
          isOwnTransfer.as('isOwn'),
        ])
        .where('finalized', '=', false)
        .where('dropped', '=', false)
        .where(isOurPart(processId))
        .where(isInPart(part, 'donations.id'))
        .orderBy('slot')
        .orderBy('signature')
        .orderBy('donations.id')
        .limit(limit);
      return await page.execute();
    },
    async listDropped(limit) {
      const newest = db
        .selectFrom('chain_entries')
        .innerJoin('donations', 'donations.address', 'chain_entries.address')
        .select(['donations.id as donationId', 'signature', 'slot', 'block_time as blockTime'])
        .where('dropped', '=', true)
        .where('seen_at', '>', sql<Date>`now() - interval '7 days'`)
        .orderBy('seen_at', 'desc')
        .limit(limit);
      return await newest.execute();
    },
  };
}

/** Whether a row of `chain_entries` is a transfer that these books signed for the row of `donations`. */
const isOwnTransfer = sql<boolean>`exists (
  select from sweeps s where s.signature = chain_entries.signature and s.donation_id = donations.id)`;

/**
 * Every living process follows its part of what is not final: the n-th of them takes what falls on n. While one dies or
 * comes, a transaction may be followed twice or, for 6 s, by nobody; both are harmless. Whoever has no row takes all.
 * What is late is everybody's: a process may live and reach no node.
 */
function isOurPart(processId: string) {
  return sql<boolean>`(chain_entries.seen_at < now() - ${lateFinalSeconds} * interval '1 second' or coalesce((
    select mod(hashtext(chain_entries.signature)::bigint + 2147483648, living.count) = living.place
    from (
      select id, row_number() over (order by id) - 1 as place, count(*) over () as count
      from processes where seen_at > now() - ${processSilentSeconds} * interval '1 second'
    ) living where living.id = ${processId}
  ), true))`;
}

/** Of entries in SOL or in tokens, as they stand in the order of their slots. */
export function isInPart({ after, upTo }: UnfinalizedPart, donationId: string) {
  // One transaction may pay several donations. The slot stands alone for the index: a row of two tables leads to none.
  const isAfter =
    after === null
      ? sql`true`
      : sql`slot >= ${after.slot}
          and (slot, signature, ${sql.ref(donationId)}) > (${after.slot}, ${after.signature}, ${after.donationId}::uuid)`;
  return sql<boolean>`(${isAfter} and ${upTo === null ? sql`true` : sql`slot <= ${upTo}`})`;
}
