import { type RawBuilder, sql } from 'kysely';
import { longerHistoryMs, longestPauseMs } from '#server/app/next-try.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { lockedWatches } from './lock-watches.ts';
import { withItsGroup } from './reading-spans.ts';

/** So much longer than it may be put off, a row waits because of a clock. */
const latestMs = 60_000;
/** Longer than any job is leased for at a time. */
const longestLeaseMs = 10_000;

/** What is closed is read once a day at least. */
export const longestClosedMs = 24 * 3_600_000;
/** So many closed ones at a time, but for what is read with its group: nobody waits for them, and there may be millions. */
const mostClosed = 1000;

/**
 * Makes due what would wait longer than any does, open or closed: it was put off before the clock went back, or by a
 * server whose clock is ahead. For a look now and then, not for each claim: servers whose clocks differ so much would take
 * it from each other without end. `whichOpen` says which of the open ones are looked at.
 */
export async function wakeOverslept(
  db: Database,
  table: 'watches' | 'token_watches',
  now: Date,
  whichOpen: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const open = sql`is_open and ${isOverslept('next_read_at', now, 0)} and ${whichOpen}`;
  const closed = sql`donation_id in (
    select donation_id from ${sql.table(table)}
    where not is_open and ${isOverslept('next_read_at', now, longestClosedMs)} and next_read_at < ${withItsGroup}
    order by next_read_at limit ${mostClosed})`;
  for (const overslept of [open, closed])
    await sql`
      update ${sql.table(table)} set next_read_at = ${now}
      where donation_id = any (${lockedWatches(table, overslept)})`.execute(db);
}

/**
 * Whether that time lies much further ahead of `now` than anything is put off. Where `now` itself is behind, servers with the
 * clock of the database read in time what seems so: only what has been due by that for a minute is left over by them.
 */
export function isOverslept(
  column: string,
  now: Date,
  longestMs: number | RawBuilder<unknown>,
): RawBuilder<unknown> {
  const at = sql.ref(column);
  const ahead = sql`(${longestMs}::float8 + ${latestMs}) * interval '1 ms'`;
  return sql`${at} > ${now}::timestamptz + ${ahead}
    and ${at} not between now() - ${latestMs} * interval '1 ms' and now() + ${ahead}`;
}

/**
 * Makes jobs due that would wait longer than any does, and lets leases end soon that are longer than any: the clock of the
 * database, by which both are set, went back. A job that was refused keeps a pause that it may have.
 */
export async function wakeOversleptJobs(
  db: Database,
  table: 'sweep_jobs' | 'token_sweep_jobs' | 'withdrawals',
): Promise<void> {
  const isWithdrawal = table === 'withdrawals';
  const id = sql.ref(isWithdrawal ? 'id' : 'donation_id');
  const refusedMs = isWithdrawal ? longerHistoryMs : longestPauseMs;
  const isLate = sql`next_attempt_at > now() + ${latestMs} * interval '1 ms' +
    case when attempts > 0 then ${refusedMs}::int else ${longerHistoryMs}::int end * interval '1 ms'`;
  const leaseEnd = sql`now() + ${longestLeaseMs} * interval '1 ms'`;
  const isHeld = sql`lease_until > ${leaseEnd}`;
  await sql`
    update ${sql.table(table)} set
      next_attempt_at = case when ${isLate} then now() else next_attempt_at end,
      lease_until = case when ${isHeld} then ${leaseEnd} else lease_until end
    where ${id} = any (array(
      select ${id} from ${sql.table(table)} where (${isLate} or ${isHeld}) ${isWithdrawal ? sql`and ended_at is null` : sql``}
      for update skip locked))`.execute(db);
}
