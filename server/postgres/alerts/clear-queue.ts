import { sql } from 'kysely';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { writeDeskLog } from './desk-log.ts';
import { holdWaiting } from './hold-waiting.ts';
import { changePart } from './tray-old.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/** For so long what was cleared can be put back; who wants it later plays it from the tray. */
const putBackMinutes = 10;

/** The moment that marks what was cleared last, of that streamer, for as long as it can be put back, as SQL. */
export function clearedAt(userId: string) {
  return sql<Date | null>`(
    select cleared_at from alert_queues
    where user_id = ${userId} and cleared_at > now() - ${putBackMinutes} * interval '1 minute')`;
}

/** What is cleared, as SQL; not what is withheld, which nobody sees: once its payment is back it is shown by itself. */
function clearable(userId: string) {
  return sql`
    from alerts a
    where user_id = ${userId} and state = 'queue' and kind <> 'test' and sent_at is null
      and not exists (select from donations where id = a.donation_id and failed_at is not null)`;
}

/**
 * Puts all that waits in the queue into the tray, where nothing is lost and each can be played; tests are dropped. What is
 * on stream, and what waits for approval, stays. Nothing waits: changes nothing.
 *
 * A long queue goes in parts, each a transaction, all with the moment of the first, also where somebody clears again in
 * between. Of one that broke off the rest still waits, and clearing again takes it.
 */
export async function clearQueue(db: Database, by: DeskCaller): Promise<void> {
  for (let isFirst = true, hasMore = true; hasMore; isFirst = false) {
    hasMore = await db.transaction().execute(async (trx) => {
      await wakeQueue(trx, by.userId);
      if (isFirst && !(await beginToClear(trx, by))) return false;
      const moment = sql`trayed_at = (select cleared_at from alert_queues where user_id = ${by.userId})`;
      const isMore = await changePart(trx, moment, sql`select id ${clearable(by.userId)}`);
      await tellWaiting(trx, by.userId);
      return isMore;
    });
  }
}

async function beginToClear(trx: Trx, by: DeskCaller): Promise<boolean> {
  const tests = await sql`
    update alerts set settled_at = now(), settled_how = 'dismissed'
    where user_id = ${by.userId} and state = 'queue' and kind = 'test' and sent_at is null`.execute(trx);
  const earlier = clearedAt(by.userId);
  // What waited before the last clearing, and does still, is the rest of it.
  const begun = await sql`
    update alert_queues
    set cleared_at = case
      when exists (select ${clearable(by.userId)} and queued_at <= ${earlier}) then cleared_at else now() end
    where user_id = ${by.userId} and exists (select ${clearable(by.userId)})`.execute(trx);
  if (tests.numAffectedRows === 0n && begun.numAffectedRows === 0n) return false;
  await writeDeskLog(trx, by, 'clear');
  return true;
}

/**
 * Puts what was cleared last back into the queue, in its order, but for what was played or settled since. It waits as if
 * it were new, and for approval where every alert has to be approved by now. Nothing to put back: changes nothing.
 */
export async function putBackCleared(db: Database, by: DeskCaller): Promise<void> {
  for (let isFirst = true, hasMore = true; hasMore; isFirst = false) {
    hasMore = await db.transaction().execute(async (trx) => {
      await wakeQueue(trx, by.userId);
      const cleared = sql`
        select id from alerts
        where user_id = ${by.userId} and state = 'tray' and trayed_at = ${clearedAt(by.userId)}`;
      const { rows } = await sql`${cleared} limit 1`.execute(trx);
      if (rows.length === 0) return false;
      const isMore = await changePart(
        trx,
        sql`trayed_at = null, released_at = null, queued_at = now()`,
        cleared,
      );
      await holdWaiting(trx, by.userId);
      if (isFirst) await writeDeskLog(trx, by, 'put_back');
      await tellWaiting(trx, by.userId);
      return isMore;
    });
  }
}
