import { sql } from 'kysely';
import { createNewWatches, type NewWatches } from '#server/app/money/new-watches.ts';
import type { Clock } from '#server/app/ports.ts';
import { spanMs, type WatchStore } from '#server/app/watch-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createDueFloor } from './due-floor.ts';
import { createFollowedEntries } from './followed-entries.ts';
import { isClaim, lockedWatches } from './lock-watches.ts';
import { createOwnWatches } from './own-watches.ts';
import { createPutOffLooks, wakeOversleptLooks } from './put-off-looks.ts';
import {
  claimMs,
  endGraceMs,
  endOfSpan,
  endOfTime,
  isEndOfSpan,
  nextOfClosed,
  withItsGroup,
} from './reading-spans.ts';
import { wakeOverslept } from './wake-overslept.ts';
import { toWatch, watchColumns, type WatchRow } from './watch-rows.ts';

/** Between two readings of an open address: it is for the process that owns it to hear of changes, whoever reads. */
const openInterval = sql`case when process_id in (select id from processes where hears_chain)
  then interval '30 seconds' else interval '5 seconds' end`;
const endsAt = endOfTime(sql`d.expires_at`);

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
  return {
    ...createPutOffLooks(db, clock),
    ...createOwnWatches(db, clock, processId),
    ...createFollowedEntries(db, processId),
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
      await wakeOversleptLooks(db, now);
    },
    async nextDueAt() {
      const row = await db
        .selectFrom('watches')
        .select((eb) => eb.fn.min('next_read_at').as('at'))
        .where('next_read_at', '>', dueFloor.forNext(clock.now()))
        .executeTakeFirst();
      return row?.at ?? null;
    },
  };
}
