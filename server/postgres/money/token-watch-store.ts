import { sql } from 'kysely';
import type { Clock } from '#server/app/ports.ts';
import type { TokenWatchStore } from '#server/app/token-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { isInPart } from './followed-entries.ts';
import { isClaim, lockedWatches } from './lock-watches.ts';
import { claimMs } from './reading-spans.ts';
import { wakeOverslept } from './wake-overslept.ts';

/**
 * Which token accounts are read when. Nobody listens to them: what is open is read often, a hundred with one call.
 *
 * | account | read again after |
 * |---|---|
 * | claimed, and never said to be read | 15 s |
 * | before its expiry is stated | 2 s |
 * | up to a day past expiry | 1 min |
 * | up to 30 days | 1 h |
 * | for ever | 1 day |
 */
export function createTokenWatchStore(db: Database, clock: Clock): TokenWatchStore {
  return {
    async claimDue(limit) {
      const now = clock.now();
      const until = new Date(now.getTime() + claimMs);
      const { rows } = await sql<{
        donationId: string;
        account: string;
        known: string;
        expiresAt: Date;
        isOpen: boolean;
        isFailing: boolean;
      }>`
        update token_watches w set next_read_at = ${until}
        from donations d
        where w.donation_id = any (array(
          select donation_id from token_watches where next_read_at <= ${now}
          order by is_open desc, next_read_at limit ${limit} for update skip locked
        )) and d.id = w.donation_id
        returning w.donation_id as "donationId", w.account, w.known_units::text as known,
          d.expires_at as "expiresAt", w.is_open as "isOpen", w.look_since is not null as "isFailing"`.execute(
        db,
      );
      return { watches: rows.map(({ known, ...row }) => ({ ...row, knownUnits: BigInt(known) })), until };
    },
    async lookNow(donationId, dueAt = clock.now()) {
      await db
        .updateTable('token_watches')
        .set({ next_read_at: dueAt })
        .where('donation_id', '=', donationId)
        .where('next_read_at', '>', dueAt)
        .execute();
    },
    async markRead(donationIds, until) {
      const now = clock.now();
      await sql`
        update token_watches w set look_since = null, next_read_at = ${now}::timestamptz + case
          when w.is_open then interval '2 seconds'
          when d.expires_at > ${now}::timestamptz - interval '1 day' then interval '1 minute'
          when d.expires_at > ${now}::timestamptz - interval '30 days' then interval '1 hour'
          else interval '1 day' end
        from donations d
        where w.donation_id = any (${lockedWatches('token_watches', isClaim(donationIds, until))})
          and d.id = w.donation_id`.execute(db);
    },
    wakeOverslept: () => wakeOverslept(db, 'token_watches', clock.now()),
    async noteFailedLooks(donationIds) {
      const first = sql`donation_id = any (${donationIds}::uuid[]) and look_since is null`;
      await sql`
        update token_watches set look_since = ${clock.now()}
        where donation_id = any (${lockedWatches('token_watches', first)})`.execute(db);
    },
    async listUnfinalized(limit, part) {
      const page = db
        .selectFrom('token_entries')
        .select(['donation_id as donationId', 'signature', 'slot', 'block_time as blockTime'])
        .where('finalized', '=', false)
        .where('dropped', '=', false)
        .where(isInPart(part, 'donation_id'))
        .orderBy('slot')
        .orderBy('signature')
        .orderBy('donation_id')
        .limit(limit);
      return await page.execute();
    },
    async listDropped(limit) {
      const newest = db
        .selectFrom('token_entries')
        .select(['donation_id as donationId', 'signature', 'slot', 'block_time as blockTime'])
        .where('dropped', '=', true)
        .where('seen_at', '>', sql<Date>`now() - interval '7 days'`)
        .orderBy('seen_at', 'desc')
        .limit(limit);
      return await newest.execute();
    },
  };
}
