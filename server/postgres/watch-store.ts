import { sql } from 'kysely';
import type { Clock, Watch, WatchStore } from '#server/app/ports.ts';
import { expiryGraceMs } from '#server/domain/donation.ts';
import type { Database } from './database.ts';
import { processSilentSeconds } from './overlay-presence.ts';

interface WatchRow {
  donation_id: string;
  address: string;
  known_lamports: bigint;
  expires_at: Date;
  is_open: boolean;
}

/**
 * Which addresses are read when (architecture: 'Watching').
 *
 * | address | read again after |
 * |---|---|
 * | before its expiry is stated, socket down | 5 s |
 * | before its expiry is stated, socket healthy | 30 s, and right when its expiry can be stated |
 * | up to a day past expiry | 1 min |
 * | up to 30 days | 1 h |
 * | for ever | 1 day |
 *
 * One call reads many addresses, and donors come one by one: so whenever one address is due, those that will be within
 * half of their time (at most 30 s) are read along, as many as fit.
 */
export function createWatchStore(db: Database, clock: Clock, processId: string): WatchStore {
  return {
    async claimDue(limit, isSubscriptionHealthy) {
      const now = clock.now();
      const openSeconds = isSubscriptionHealthy ? 30 : 5;
      const { rows } = await sql<WatchRow>`
        with due_now as (
          select donation_id from watches where next_read_at <= ${now}
          order by is_open desc, next_read_at limit ${limit} for update skip locked
        ), open_soon as (
          select donation_id from watches
          where is_open and next_read_at > ${now} and exists (select from due_now)
            and next_read_at <= ${now}::timestamptz + ${openSeconds / 2} * interval '1 second'
          order by next_read_at limit ${limit} - (select count(*) from due_now) for update skip locked
        ), past_soon as (
          select donation_id from watches
          where not is_open and next_read_at > ${now} and exists (select from due_now)
            and next_read_at <= ${now}::timestamptz + interval '30 seconds'
          order by next_read_at
          limit ${limit} - (select count(*) from due_now) - (select count(*) from open_soon) for update skip locked
        ), due as (
          select donation_id from due_now union all select donation_id from open_soon
          union all select donation_id from past_soon
        )
        update watches w set next_read_at = case
          when d.expires_at + ${expiryGraceMs + 1000} * interval '1 ms' > ${now}
            then least(${now}::timestamptz + ${openSeconds} * interval '1 second',
                       d.expires_at + ${expiryGraceMs + 1000} * interval '1 ms')
          when w.is_open then ${now}::timestamptz + interval '5 seconds'
          when d.expires_at > ${now}::timestamptz - interval '1 day' then ${now}::timestamptz + interval '1 minute'
          when d.expires_at > ${now}::timestamptz - interval '30 days' then ${now}::timestamptz + interval '1 hour'
          else ${now}::timestamptz + interval '1 day' end
        from due, donations d where w.donation_id = due.donation_id and d.id = w.donation_id
        returning w.donation_id, w.address, w.known_lamports, d.expires_at, w.is_open`.execute(db);
      return rows.map(toWatch);
    },
    async makeOpenDue() {
      await db
        .updateTable('watches')
        .set({ next_read_at: clock.now() })
        .where('process_id', '=', processId)
        .where('is_open', '=', true)
        .execute();
    },
    async nextDueAt() {
      const row = await db
        .selectFrom('watches')
        .select((eb) => eb.fn.min('next_read_at').as('at'))
        .executeTakeFirst();
      return row?.at ?? null;
    },
    async adopt(limit) {
      const { rows } = await sql<WatchRow>`
        with unowned as (
          select donation_id from watches where is_open and process_id is null
          limit ${limit} for update skip locked
        ), orphaned as (
          select w.donation_id from processes p join watches w on w.process_id = p.id and w.is_open
          where p.seen_at <= now() - ${processSilentSeconds} * interval '1 second'
          limit ${limit} for update of w skip locked
        ), free as (
          select donation_id, false as is_late from unowned
          union all select donation_id, true from orphaned
        )
        update watches w set process_id = ${processId},
          next_read_at = case when free.is_late then ${clock.now()} else w.next_read_at end
        from free, donations d where w.donation_id = free.donation_id and d.id = w.donation_id
        returning w.donation_id, w.address, w.known_lamports, d.expires_at, w.is_open`.execute(db);
      return rows.map(toWatch);
    },
    async listUnfinalized(limit) {
      return await db
        .selectFrom('chain_entries')
        .innerJoin('donations', 'donations.address', 'chain_entries.address')
        .select([
          'donations.id as donationId',
          'chain_entries.address as address',
          'chain_entries.signature as signature',
          'chain_entries.slot as slot',
        ])
        .where('finalized', '=', false)
        .where('dropped', '=', false)
        .orderBy('slot')
        .limit(limit)
        .execute();
    },
  };
}

function toWatch(row: WatchRow): Watch {
  return {
    donationId: row.donation_id,
    address: row.address,
    knownLamports: row.known_lamports,
    expiresAt: row.expires_at,
    isOpen: row.is_open,
  };
}
