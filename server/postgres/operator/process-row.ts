import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';
import { forgetHeard } from './forget-heard.ts';
import { forgetRefusals } from './forget-refusals.ts';
import { freeWatches } from '#server/postgres/money/free-watches.ts';
import { epochOfBooks } from './installation.ts';
import { processSilentSeconds } from '#server/postgres/connection/process-silent-seconds.ts';
import { deleteEndedSessions } from '#server/postgres/accounts/session-store.ts';
import { forgetUnsaid } from '#server/postgres/alerts/speech-store.ts';

const renewMs = 1000;
/** Well before others take what this process holds: by then it must have stopped serving. */
const giveUpAfterMs = 4000;
const tidyMs = 5000;
const forgetAfterMinutes = 60;
/** They are not in the way: this is only so that their tables do not grow for ever. */
const forgetLongKeptEveryMs = 3_600_000;

/** How a process says that it lives, and what it does when it cannot. */
export interface ProcessRowOptions {
  /** The only process on this database: what a killed predecessor held is free at once. */
  isAlone: boolean;
  onError: (error: Error) => void;
  /** A connection of its own, which waits behind no other work; `db` unless given. `cut` has it made anew. */
  lifeline?: { db: Database; cut: () => void };
  /**
   * The row could not be renewed for so long that others are about to take what this process holds, or it was stopped
   * and goes on: nothing that it began before may go on. `hasOthers`: there were others at the last renewal.
   */
  onLost?: (hasOthers: boolean) => void;
  /** The row is renewed again. */
  onFound?: () => void;
  /** The epoch under which this process gives out addresses; null while it gives out none. */
  keyEpoch?: () => number | null;
  /**
   * The books give out addresses under another epoch: while this process counted as dead, a restore or a recovery had them
   * leave its own. It stays lost and renews its row no more: whatever it holds is of books that are no more.
   */
  onReplaced?: () => void;
}

/**
 * Says that this process lives, every second, and clears away what dead ones and past hours left: their rows
 * and events that every socket has long heard; and, at the start and every hour, sessions that are past their end. Where
 * it is known to be alone on its database, what a killed predecessor held is free at once.
 *
 * Nothing waits for the clearing away, which may have hours to make up for: one that fails is reported and tried again.
 */
export async function keepProcessRow(
  db: Database,
  processId: string,
  {
    isAlone,
    onError,
    lifeline = { db, cut: () => {} },
    onLost,
    onFound,
    keyEpoch = () => null,
    onReplaced,
  }: ProcessRowOptions,
): Promise<{ isLost(): boolean; stop(): Promise<void> }> {
  if (isAlone) await freeEverything(db);
  let heardAt = performance.now();
  let hasOthers = false;
  let hasFailed = false;
  let isLost = false;
  let isReplaced = false;
  let asking: Promise<void> | null = null;

  const renew = async (): Promise<void> => {
    const askedAt = performance.now();
    const alive = await sayAlive(lifeline.db, processId);
    hasOthers = alive.others > 0n;
    heardAt = askedAt;
    hasFailed = false;
    const own = keyEpoch();
    if (own !== null && alive.key_epoch !== own) {
      isReplaced = isLost = true;
      return onReplaced?.();
    }
    if (!isLost) return;
    isLost = false;
    onFound?.();
  };
  const tryToRenew = async (): Promise<void> => {
    try {
      await renew();
    } catch (error) {
      hasFailed = true;
      lifeline.cut();
      onError(error as Error);
    }
  };
  const beat = (): void => {
    if (isReplaced) return;
    const isSilent = performance.now() - heardAt > giveUpAfterMs;
    if (!isLost && isSilent && (hasOthers || hasFailed)) {
      isLost = true;
      onLost?.(hasOthers);
    }
    asking ??= tryToRenew().finally(() => (asking = null));
  };
  const stopped = new AbortController();
  const tidy = createTidying(db, stopped.signal);
  let tidying: Promise<void> | null = null;
  const beginToTidy = (): void => {
    tidying ??= tidy()
      .catch(onError)
      .finally(() => (tidying = null));
  };
  await renew();
  beginToTidy();
  const timers = [setInterval(beat, renewMs), setInterval(beginToTidy, tidyMs)];
  return {
    isLost: () => isLost,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopped.abort();
      await Promise.all([asking, tidying]);
      await removeProcesses(db, sql`id = ${processId}`);
    },
  };
}

/** A step after the signal still does its first part. Events come last: of them there may be most. */
function createTidying(db: Database, signal: AbortSignal): () => Promise<void> {
  let longKeptDueAt = 0;
  return async () => {
    await removeProcesses(db, sql`seen_at < now() - ${forgetAfterMinutes} * interval '1 minute'`);
    await forgetUnsaid(db, signal);
    if (performance.now() >= longKeptDueAt) {
      await deleteEndedSessions(db, new Date(), signal);
      await forgetRefusals(db, signal);
      longKeptDueAt = performance.now() + forgetLongKeptEveryMs;
    }
    await forgetHeard(db, signal);
  };
}

async function freeEverything(db: Database): Promise<void> {
  await removeProcesses(db, sql`true`);
  for (const jobs of ['sweep_jobs', 'token_sweep_jobs'] as const) {
    await db.updateTable(jobs).set({ lease_until: null }).where('lease_until', 'is not', null).execute();
  }
}

/** Removes rows of processes that have ended. What they watched is free, and due: nobody listened since. */
async function removeProcesses(db: Database, condition: RawBuilder<unknown>): Promise<void> {
  const theirs = sql`is_open and process_id in (select id from ended)`;
  await sql`
    with ended as (select id from processes where ${condition}),
    freed as (${freeWatches(theirs)})
    delete from processes where id in (select id from ended)`.execute(db);
}

/**
 * Renews the row and returns how many other processes live, and the epoch of the books.
 *
 * While a process was silent too long (stopped, or the database away) its overlays counted as closed, and queues went
 * to sleep for want of one. The overlays may never have noticed, so nobody else would wake those queues again.
 */
async function sayAlive(
  db: Database,
  processId: string,
): Promise<{ others: bigint; key_epoch: number | null }> {
  const { rows } = await sql<{ others: bigint; key_epoch: number | null }>`
    with before as (select seen_at from processes where id = ${processId}),
    renewed as (insert into processes (id) values (${processId}) on conflict (id) do update set seen_at = now()),
    woken as (
      update alert_queues set wake_at = now()
      where user_id in (
          select user_id from alert_queues
          where user_id in (select user_id from overlay_sockets where process_id = ${processId})
          order by user_id for update)
        and exists (select 1 from before where seen_at <= now() - ${processSilentSeconds} * interval '1 second')
    )
    select count(*) as others, ${epochOfBooks} as key_epoch from processes
    where id <> ${processId} and seen_at > now() - ${processSilentSeconds} * interval '1 second'`.execute(db);
  return rows[0] ?? { others: 0n, key_epoch: null };
}
