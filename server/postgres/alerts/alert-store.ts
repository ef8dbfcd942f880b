import type { AlertStore } from '#server/app/alert-ports.ts';
import { type Meter, noMeter } from '#server/app/meter.ts';
import { loadAlert } from './alert-rows.ts';
import { batchCalls } from '#server/postgres/connection/batch-calls.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { moveDueQueues, queuesPerStep } from './move-due-queues.ts';
import { tellPresence } from './overlay-presence.ts';
import { showHeld } from './show-held.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';
import { wakeQueues, type Woken } from './wake-queues.ts';

/** The outbox of alerts in PostgreSQL. A streamer's queue is one row, so one process at a time moves it. */
export function createAlertStore(db: Database, meter: Pick<Meter, 'alertSent'> = noMeter): AlertStore {
  const wake = batchCalls((woken: readonly Woken[]) =>
    db.transaction().execute((trx) => wakeQueues(trx, woken)),
  );
  return {
    async step(pace) {
      const moved = await moveDueQueues(db, pace);
      for (const delay of moved.flatMap(({ delays }) => delays)) meter.alertSent(delay);
      const failed = moved.filter(({ error }) => error !== null);
      if (moved.flatMap(({ userIds }) => userIds).length >= queuesPerStep)
        return { nextDueAt: new Date(0), failed };
      const next = await db
        .selectFrom('alert_queues')
        .select((eb) => eb.fn.min('wake_at').as('at'))
        .executeTakeFirst();
      return { nextDueAt: next?.at ?? null, failed };
    },
    showHeld: (pace) => showHeld(db, pace),
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
