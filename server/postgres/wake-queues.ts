import { type CompiledQuery, sql } from 'kysely';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import { sendingOrder } from './alert-rows.ts';
import type { Trx } from './database.ts';
import { forgetUnseen } from './forget-unseen.ts';
import { hint } from './outbox.ts';
import { runTogether } from './run-together.ts';
import { trayOld, trayWhere } from './tray-old.ts';
import { tellAllWaiting } from './waiting-alerts.ts';

/** An overlay that opened, and the pace at which its alerts go. */
export interface Woken {
  userId: string;
  pace: AlertPace;
}

/**
 * Overlays of these streamers opened: what is unshown becomes due, too much or too old goes to the tray. Queues are
 * locked in the order of their streamers, so that no two processes wait for each other, and those in which nothing waits
 * are left asleep, and nobody is told of them: whoever adds an alert wakes its queue.
 */
export async function wakeQueues(trx: Trx, woken: readonly Woken[]): Promise<void> {
  const userIds = [...new Set(woken.map(({ userId }) => userId))].toSorted();
  const [, , found] = await runTogether(trx, [...queueLocks(trx, userIds), nonEmpty(trx, userIds)]);
  const isWaiting = new Set(found.rows.map(({ userId }) => userId));
  const waiting = woken.filter(({ userId }) => isWaiting.has(userId));
  for (const [pace, those] of Map.groupBy(waiting, (one) => one.pace)) {
    const ids = [...new Set(those.map(({ userId }) => userId))];
    await trayTheRest(trx, ids, pace);
    await forgetUnseen(trx, ids);
    await sql`update alert_queues set wake_at = now() where user_id = any(${ids}::uuid[])`.execute(trx);
    await hint(trx, 'alerts');
  }
  await tellAllWaiting(trx, [...isWaiting]);
}

function queueLocks(trx: Trx, userIds: readonly string[]) {
  return [
    sql`
      insert into alert_queues (user_id) select unnest(${userIds}::uuid[])
      on conflict (user_id) do nothing`.compile(trx),
    sql`
      select 1 from alert_queues where user_id = any(${userIds}::uuid[]) order by user_id for update`.compile(
      trx,
    ),
  ] as const;
}

function nonEmpty(trx: Trx, userIds: readonly string[]): CompiledQuery<{ userId: string }> {
  return sql<{ userId: string }>`
    select t.user_id as "userId" from unnest(${userIds}::uuid[]) as t (user_id)
    where exists (select 1 from alerts where user_id = t.user_id and state = 'queue')`.compile(trx);
}

/** What is too old, or too much at once, waits in the tray for the streamer to play or dismiss. */
async function trayTheRest(trx: Trx, userIds: readonly string[], pace: AlertPace): Promise<void> {
  await trayWhere(
    trx,
    sql`id in (
      select id from (
        select a.id, row_number() over (partition by a.user_id order by a.sent_at is null, ${sendingOrder}) as turn
        from alerts a where a.user_id = any(${userIds}::uuid[]) and a.state = 'queue' and a.kind <> 'test'
      ) queued where turn > ${pace.catchUpCount})`,
  );
  await trayOld(trx, userIds, pace);
}
