import { type CompiledQuery, sql } from 'kysely';
import type { AlertStore } from '#server/app/alert-ports.ts';
import { type AlertPace, longestWaitMs } from '#server/domain/alert-queue.ts';
import { type Meter, noMeter } from '#server/app/meter.ts';
import { loadAlert } from './alert-rows.ts';
import { batchCalls } from './batch-calls.ts';
import type { Database, Trx } from './database.ts';
import { moveQueue, type QueueRow, selectQueues } from './move-queue.ts';
import { tellPresence } from './overlay-presence.ts';
import { planOnce, runTogether } from './run-together.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';
import { wakeQueues, type Woken } from './wake-queues.ts';

/** Few enough that those of one transaction do not wait long for each other: an alert is on its way once it commits. */
const queuesPerStep = 10;

/** The outbox of alerts in PostgreSQL. A streamer's queue is one row, so one process at a time moves it. */
export function createAlertStore(db: Database, meter: Pick<Meter, 'alertSent'> = noMeter): AlertStore {
  const wake = batchCalls((woken: readonly Woken[]) =>
    db.transaction().execute((trx) => wakeQueues(trx, woken)),
  );
  return {
    async step(pace) {
      const { taken, delays } = await db.transaction().execute(async (trx) => {
        const queues = await claimQueues(trx, pace);
        const delays: (number | null)[] = [];
        for (const queue of queues) {
          const { delay, dueAt } = await moveQueue(trx, queue, pace);
          delays.push(delay);
          // Part of a long queue went to the tray: what is due, this queue too, goes on in another transaction.
          if (dueAt !== null && dueAt <= queue.now) break;
        }
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
      let since = await wake({ userId, pace, since: null });
      while (since !== null) since = await wake({ userId, pace, since });
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

async function claimQueues(trx: Trx, pace: AlertPace): Promise<QueueRow[]> {
  const due = selectQueues(sql`
    where q.wake_at <= now() order by q.wake_at limit ${queuesPerStep}
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
