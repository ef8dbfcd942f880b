import { type RawBuilder, sql } from 'kysely';
import { createNewWatches, type NewWatches } from '#server/app/money/new-watches.ts';
import type { Clock } from '#server/app/ports.ts';
import { spanMs, type UnfinalizedPart, type Watch, type WatchStore } from '#server/app/watch-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createDueFloor } from './due-floor.ts';
import { freeWatches } from './free-watches.ts';
import { lockedWatches } from './lock-watches.ts';
import { hint } from '#server/postgres/connection/outbox.ts';
import { processSilentSeconds } from '#server/postgres/alerts/overlay-presence.ts';
import {
  claimMs,
  endGraceMs,
  endOfSpan,
  endOfTime,
  isEndOfSpan,
  nextOfClosed,
  withItsGroup,
} from './reading-spans.ts';
import { isOverslept, wakeOverslept } from './wake-overslept.ts';

interface WatchRow {
  donation_id: string;
  address: string;
  known_lamports: bigint;
  expires_at: Date;
  is_open: boolean;
  is_own: boolean;
  look_slot: bigint | null;
  look_at: Date | null;
}

/** So soon after it was adopted an address is listened to: read then, what came while nobody listened is found. */
const listenedAfterMs = 1000;
/** A transaction is final some 13 s after it was seen, and on a slow day half a minute. */
const lateFinalSeconds = 60;
/** Between two readings of an open address: it is for the process that owns it to hear of changes, whoever reads. */
const openInterval = sql`case when process_id in (select id from processes where hears_chain)
  then interval '30 seconds' else interval '5 seconds' end`;
const endsAt = endOfTime(sql`d.expires_at`);
/** How soon and how late at the latest a change that could not be recorded is looked at again. */
const lookAgain = { afterShareOfAge: 1 / 3, leastSeconds: 2, mostSeconds: 300 };

/**
 * Which addresses are read when (architecture: 'Watching').
 *
 * | address | read again after |
 * |---|---|
 * | claimed, and never said to be read | 15 s |
 * | new, without a process that listens | 0 to 5 s after its creation, at full five seconds of the clock |
 * | created less than 5 s ago | 5 to 10 s after its creation, likewise |
 * | adopted from a process that ended | 1 s after that, and not read along before |
 * | before its expiry is stated, its process hears nothing | 5 s, from claim to claim: what the reading takes is no time on top |
 * | before its expiry is stated, its process hears of changes | 30 s, and at the full five seconds after its expiry can be stated |
 * | the same, and it holds nothing: its process reads it by itself (`OwnAddresses`) | not before its expiry can be stated |
 * | a change of it was recorded while it was open | 30 s after that at the latest |
 * | its time is over, and that could not be stated | at the next full five seconds, 1 s later at least |
 * | closed (paid, or its expiry is stated), up to a day past expiry | 1 min, from claim to claim |
 * | up to 30 days | 1 h, likewise |
 * | for ever | 1 day, likewise |
 * | the same, and it has a group (`createReadingGroupStore`) | never by itself, but with that |
 * | with a change that could not be recorded | at the latest when that is to be looked at again |
 *
 * Rows that a limit bounds are joined by an array of their ids: PostgreSQL expects as many as the limit allows, and would
 * rather read every donation there is, for the few that are new.
 *
 * One call reads many addresses, and donors come one by one: so whenever one address is due, those that will be within
 * half of their time (at most 30 s) are read along, as many as fit; not so what waits for full five seconds. The longest of
 * these times bounds what of an index is read for it.
 *
 * What is due is searched for from the last look on that found all. A row that is moved back by more than half a minute
 * is found within a minute.
 */
export function createWatchStore(
  db: Database,
  clock: Clock,
  processId: string,
  newWatches: NewWatches = createNewWatches(),
): WatchStore {
  const dueFloor = createDueFloor();
  const makeLooksDue = async (now: Date, which: RawBuilder<unknown>): Promise<void> => {
    await sql`
      update watches set look_at = ${now}, next_read_at = ${now}
      where donation_id = any (${lockedWatches('watches', which)})`.execute(db);
  };
  return {
    onNew: (listener) => newWatches.on(listener),
    async claimDue(limit) {
      const now = clock.now();
      const until = new Date(now.getTime() + claimMs);
      const floor = dueFloor.forClaim(now);
      const { rows } = await sql<WatchRow>`
        with due_now as (
          select donation_id from watches where next_read_at <= ${now}
            and next_read_at > ${floor}
          order by is_open desc, next_read_at limit ${limit} for update skip locked
        ), open_soon as (
          select donation_id from watches
          where is_open and not is_claimed and next_read_at > ${now} and exists (select from due_now)
            and not ${isEndOfSpan(sql`next_read_at`)}
            and next_read_at <= ${now}::timestamptz + interval '15 seconds'
            and next_read_at <= ${now}::timestamptz + (${openInterval}) / 2
          order by next_read_at limit ${limit} - (select count(*) from due_now) for update skip locked
        ), past_soon as (
          select donation_id from watches
          where not is_open and not is_claimed and next_read_at > ${now} and exists (select from due_now)
            and next_read_at <= ${now}::timestamptz + interval '30 seconds'
          order by next_read_at
          limit ${limit} - (select count(*) from due_now) - (select count(*) from open_soon) for update skip locked
        ), due as (
          select donation_id from due_now union all select donation_id from open_soon
          union all select donation_id from past_soon
        )
        update watches w set is_claimed = true, next_read_at = ${until}
        from donations d where w.donation_id = any (array(select donation_id from due)) and d.id = w.donation_id
        returning ${watchColumns(processId)}`.execute(db);
      if (rows.length < limit) dueFloor.noteFoundAll(floor, now);
      return { watches: rows.map(toWatch), until };
    },
    async markRead(donationIds, until, kept = []) {
      const now = clock.now();
      const claimedAt = new Date(until.getTime() - claimMs);
      await sql`
        update watches w set is_claimed = false, next_read_at = least(w.look_at, case
          when w.is_open and d.created_at + ${spanMs} * interval '1 ms' > ${now}
            then ${endOfSpan(sql`d.created_at + ${spanMs} * interval '1 ms'`)}
          when w.is_open and w.donation_id = any (${kept}::uuid[]) then ${endsAt}
          when w.is_open and d.expires_at + ${endGraceMs} * interval '1 ms' > ${now}
            then least(greatest(${claimedAt}::timestamptz + ${openInterval},
                                ${now}::timestamptz + interval '1 second'), ${endsAt})
          when w.is_open then ${endOfSpan(sql`${now}::timestamptz + interval '1 second'`)}
          when w.group_id is not null then ${withItsGroup}
          else ${nextOfClosed(sql`d.expires_at`, until, now)} end)
        from donations d
        where w.donation_id = any (${lockedWatches('watches', isClaim(donationIds, until))})
          and d.id = w.donation_id`.execute(db);
    },
    async leave(donationIds, dueAt) {
      const left = sql`donation_id = any (${donationIds}::uuid[]) and next_read_at > ${dueAt}`;
      await sql`
        update watches set next_read_at = ${dueAt}
        where donation_id = any (${lockedWatches('watches', left)})`.execute(db);
    },
    async giveBack(donationIds, until) {
      await sql`
        update watches set is_claimed = false, next_read_at = ${clock.now()}
        where donation_id = any (${lockedWatches('watches', isClaim(donationIds, until))})`.execute(db);
    },
    async putOffLook(donationId, slot) {
      const now = clock.now();
      const { afterShareOfAge, leastSeconds, mostSeconds } = lookAgain;
      await sql`
        update watches w set look_slot = greatest(w.look_slot, ${slot}), look_since = again.since,
          look_at = again.at, next_read_at = least(w.next_read_at, again.at)
        from (
          select donation_id, since, ${now}::timestamptz + make_interval(secs => least(${mostSeconds},
            greatest(${leastSeconds}, round(extract(epoch from ${now}::timestamptz - since) * ${afterShareOfAge})))) as at
          from (
            select donation_id, coalesce(look_since, ${now}::timestamptz) as since from watches
            where donation_id = ${donationId}
          ) first
        ) again where w.donation_id = again.donation_id`.execute(db);
    },
    async endLook(donationId, slot) {
      await db
        .updateTable('watches')
        .set({ look_slot: null, look_since: null, look_at: null })
        .where('donation_id', '=', donationId)
        .where('look_slot', '<=', slot)
        .execute();
    },
    async makeLooksDue() {
      const now = clock.now();
      await makeLooksDue(now, sql`look_at > ${now}`);
    },
    async noteHearing(hearsChain) {
      await db
        .updateTable('processes')
        .set({ hears_chain: hearsChain })
        .where('id', '=', processId)
        .where('hears_chain', '!=', hearsChain)
        .execute();
    },
    async makeOpenDue() {
      const ours = lockedWatches('watches', sql`process_id = ${processId} and is_open`);
      await sql`update watches set next_read_at = ${clock.now()} where donation_id = any (${ours})`.execute(
        db,
      );
    },
    async wakeOverslept(kept) {
      const now = clock.now();
      // A list of its own: as one value it would be gone through for each address.
      const isOwn = sql`(process_id = ${processId} or process_id is null)`;
      await wakeOverslept(
        db,
        'watches',
        now,
        sql`${isOwn} and donation_id not in (select unnest(${kept}::uuid[]))`,
      );
      await makeLooksDue(now, isOverslept('look_at', now, lookAgain.mostSeconds * 1000));
    },
    async nextDueAt() {
      const row = await db
        .selectFrom('watches')
        .select((eb) => eb.fn.min('next_read_at').as('at'))
        .where('next_read_at', '>', dueFloor.forNext(clock.now()))
        .executeTakeFirst();
      return row?.at ?? null;
    },
    async adopt(limit) {
      const dueAt = new Date(clock.now().getTime() + listenedAfterMs);
      const { rows } = await sql<WatchRow>`
        with unowned as (
          select donation_id from watches where is_open and process_id is null
          limit ${limit} for update skip locked
        ), orphaned as (
          select w.donation_id from processes p join watches w on w.process_id = p.id and w.is_open
          where p.seen_at <= now() - ${processSilentSeconds} * interval '1 second'
          limit ${limit} for update of w skip locked
        ), free as (
          select donation_id from unowned union all select donation_id from orphaned
        )
        update watches w set process_id = ${processId}, is_claimed = true, next_read_at = ${dueAt}
        from donations d where w.donation_id = any (array(select donation_id from free)) and d.id = w.donation_id
        returning ${watchColumns(processId)}`.execute(db);
      return rows.map(toWatch);
    },
    async handOver() {
      await freeWatches(sql`process_id = ${processId} and is_open`).execute(db);
      await hint(db, 'watch');
    },
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

/** Those of a claim that nobody made due, or claimed anew, since. */
export function isClaim(donationIds: readonly string[], until: Date): RawBuilder<unknown> {
  return sql`donation_id = any (${donationIds}::uuid[]) and next_read_at = ${until}`;
}

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

function toWatch(row: WatchRow): Watch {
  return {
    donationId: row.donation_id,
    address: row.address,
    knownLamports: row.known_lamports,
    expiresAt: row.expires_at,
    isOpen: row.is_open,
    isOwn: row.is_own,
    look: row.look_slot === null || row.look_at === null ? null : { slot: row.look_slot, dueAt: row.look_at },
  };
}

/** Of watches `w` with their donations `d`. */
function watchColumns(processId: string) {
  return sql`
    w.donation_id, w.address, w.known_lamports, d.expires_at, w.is_open,
    coalesce(w.process_id = ${processId}, false) as is_own, w.look_slot, w.look_at`;
}
