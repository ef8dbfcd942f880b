import { sql } from 'kysely';
import type { NextWish } from '#server/app/alert-ports.ts';
import { donorOf } from '#server/app/desk/alert-view.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import { release } from '#server/domain/alert.ts';
import { listAlerts, sendingOrder } from './alert-rows.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { storeAlert } from './decide-alerts.ts';
import { writeDeskLog } from './desk-log.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/** See `DeskStore.releaseNext`. The queue is locked first: of two who press at once the second meets what the first let out. */
export async function releaseNext(trx: Trx, by: DeskCaller, { alertId }: NextWish, now: Date): Promise<void> {
  await wakeQueue(trx, by.userId);
  const [next] = await listAlerts(trx, by.userId, {
    where: sql`a.state = 'queue' and a.sent_at is null and a.kind <> 'test' and exists (
      select from alert_queues where user_id = ${by.userId} and paused_at is not null)`,
    // One that was let out already comes first: nothing follows it until it is sent.
    orderBy: sql`a.released_at is null, ${sendingOrder}`,
    limit: 1,
  });
  if (next === undefined || (alertId !== undefined && next.id !== alertId)) return;
  const after = release(next, now);
  if (after === next) return;
  await storeAlert(trx, by, { before: next, after, donation: null }, now);
  await writeDeskLog(trx, by, 'next', donorOf(next));
  await tellWaiting(trx, by.userId);
}
