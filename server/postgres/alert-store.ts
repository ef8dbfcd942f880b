import { sql } from 'kysely';
import type { AlertStore } from '#server/app/alert-ports.ts';
import { type Meter, noMeter } from '#server/app/meter.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import { loadAlert, sendingOrder } from './alert-rows.ts';
import type { Database, Trx } from './database.ts';
import { moveQueue, type QueueRow, selectQueues, trayOld } from './move-queue.ts';
import { processSilentSeconds, tellPresence } from './overlay-presence.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/** Few enough that those of one transaction do not wait long for each other: an alert is on its way once it commits. */
const queuesPerStep = 10;

/** The outbox of alerts in PostgreSQL. A streamer's queue is one row, so one process at a time moves it. */
export function createAlertStore(db: Database, meter: Pick<Meter, 'alertSent'> = noMeter): AlertStore {
  return {
    async step(pace) {
      const { taken, delays } = await db.transaction().execute(async (trx) => {
        const queues = await claimQueues(trx);
        const delays: (number | null)[] = [];
        for (const queue of queues) delays.push((await moveQueue(trx, queue, pace)).delay);
        return { taken: queues.length, delays };
      });
      for (const delay of delays) if (delay !== null) meter.alertSent(delay);
      if (taken === queuesPerStep) return { nextDueAt: new Date(0) };
      const next = await db
        .selectFrom('alert_queues')
        .select((eb) => eb.fn.min('wake_at').as('at'))
        .executeTakeFirst();
      return { nextDueAt: next?.at ?? null };
    },
    async wake(userId, pace) {
      await db.transaction().execute(async (trx) => {
        await wakeQueue(trx, userId);
        await trayTheRest(trx, userId, pace);
        await forgetUnseen(trx, userId);
        await tellWaiting(trx, userId);
      });
    },
    find: (userId, alertId) => loadAlert(db, { userId, alertId }),
    async settleShown(userId, alertId, now) {
      await db.transaction().execute(async (trx) => {
        await wakeQueue(trx, userId);
        const { numUpdatedRows } = await trx
          .updateTable('alerts')
          .set({ settled_at: now, settled_how: 'overlay' })
          .where('id', '=', alertId)
          .where('kind', '<>', 'payment')
          .where('settled_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return;
        await tellWaiting(trx, userId);
        await tellPresence(trx, userId);
      });
    },
  };
}

async function claimQueues(trx: Trx): Promise<QueueRow[]> {
  const { rows } = await selectQueues(sql`
    where q.wake_at <= now() order by q.wake_at limit ${queuesPerStep}
    for update of q skip locked`).execute(trx);
  return rows;
}

/** What is too old, or too much at once, waits in the tray for the streamer to play or dismiss. */
async function trayTheRest(trx: Trx, userId: string, pace: AlertPace): Promise<void> {
  await sql`
    update alerts set trayed_at = now() where id in (
      select id from alerts a
      where user_id = ${userId} and state = 'queue' and kind <> 'test'
      order by sent_at is null, ${sendingOrder} offset ${pace.catchUpCount}
    )`.execute(trx);
  await trayOld(trx, userId, pace);
}

/**
 * An overlay that has just come gets a fresh count of sends. Where no other one is open, nobody saw what was sent
 * last either: it is sent anew, at once.
 */
async function forgetUnseen(trx: Trx, userId: string): Promise<void> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from overlay_sockets o join processes p on p.id = o.process_id
    where o.user_id = ${userId} and o.visible
      and p.seen_at > now() - ${processSilentSeconds} * interval '1 second'`.execute(trx);
  const isAlone = (rows[0]?.count ?? 0n) <= 1n;
  const { numUpdatedRows } = await trx
    .updateTable('alerts')
    .set({ attempts: 0, ...(isAlone ? { sent_at: null } : {}) })
    .where('user_id', '=', userId)
    .where('state', '=', sql.lit('queue'))
    .where('sent_at', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n || !isAlone) return;
  await trx
    .updateTable('alert_queues')
    .set({ last_sent_at: null, last_hold_ms: 0 })
    .where('user_id', '=', userId)
    .execute();
}
