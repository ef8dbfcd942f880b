import { type CompiledQuery, sql } from 'kysely';
import { type AlertPace, longestWaitMs } from '#server/domain/alert-queue.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { moveQueue, type QueueRow, selectQueues } from './move-queue.ts';
import { planOnce, runTogether } from '#server/postgres/connection/run-together.ts';

/** Few enough that those of one transaction do not wait long for each other: an alert is on its way once it commits. */
export const queuesPerStep = 10;

/** What became of the queues that one transaction has claimed. */
interface Moving {
  userIds: string[];
  /** For how many seconds each alert that went out was kept waiting by nothing but us. */
  delays: number[];
  /** What the transaction failed by; nothing has moved then. */
  error: unknown;
}

/**
 * Moves queues that are due, all in one transaction. Where that fails, each has its own: what one streamer has saved, or
 * a mistake of ours about it, keeps no alert of another from the stream. Whichever fails again sleeps for as long as a
 * queue may, and is tried anew. Throws where none could be claimed: then it is the database that fails.
 */
export async function moveDueQueues(db: Database, pace: AlertPace): Promise<Moving[]> {
  const together = await moveDue(db, pace, queuesPerStep);
  return together.error === null ? [together] : [together, ...(await moveEach(db, pace))];
}

async function moveEach(db: Database, pace: AlertPace): Promise<Moving[]> {
  const moved: Moving[] = [];
  while (moved.length < queuesPerStep) {
    const one = await moveDue(db, pace, 1);
    if (one.userIds.length === 0) break;
    if (one.error !== null) await putToSleep(db, one.userIds, pace);
    moved.push(one);
  }
  return moved;
}

async function moveDue(db: Database, pace: AlertPace, most: number): Promise<Moving> {
  const userIds: string[] = [];
  try {
    const delays = await db.transaction().execute(async (trx) => {
      const queues = await claimQueues(trx, pace, most);
      userIds.push(...queues.map(({ userId }) => userId));
      return await moveClaimed(trx, queues, pace);
    });
    return { userIds, delays, error: null };
  } catch (error) {
    if (userIds.length === 0) throw error;
    return { userIds, delays: [], error };
  }
}

async function moveClaimed(trx: Trx, queues: readonly QueueRow[], pace: AlertPace): Promise<number[]> {
  const delays: number[] = [];
  for (const queue of queues) {
    const { delay, dueAt } = await moveQueue(trx, queue, pace);
    if (delay !== null) delays.push(delay);
    // Part of a long queue went to the tray: what is due, this queue too, goes on in another transaction.
    if (dueAt !== null && dueAt <= queue.now) break;
  }
  return delays;
}

async function claimQueues(trx: Trx, pace: AlertPace, most: number): Promise<QueueRow[]> {
  const due = selectQueues(sql`
    where q.wake_at <= now() order by q.wake_at limit ${most}
    for update of q skip locked`);
  const [, , { rows }] = await runTogether(trx, [planOnce, overslept(trx, pace), due.compile(trx)]);
  return rows;
}

/** Makes due what would sleep longer than any queue does: it was put to sleep before the clock went back. */
function overslept(trx: Trx, pace: AlertPace): CompiledQuery {
  return sql`
    update alert_queues set wake_at = now() where user_id = any (array(
      select user_id from alert_queues where wake_at > now() + ${longestWaitMs(pace)} * interval '1 ms'
      order by wake_at desc limit ${queuesPerStep} for update skip locked))`.compile(trx);
}

async function putToSleep(db: Database, userIds: readonly string[], pace: AlertPace): Promise<void> {
  await sql`
    update alert_queues set wake_at = now() + ${longestWaitMs(pace)} * interval '1 ms'
    where user_id = any(${userIds}::uuid[]) and wake_at <= now()`.execute(db);
}
