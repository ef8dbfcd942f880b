import { type CompiledQuery, sql } from 'kysely';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import { sendingOrder } from './alert-rows.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { forgetUnseen } from './forget-unseen.ts';
import { hint } from '#server/postgres/connection/outbox.ts';
import { runTogether } from '#server/postgres/connection/run-together.ts';
import { isTooOld, trayOld, trayPart } from './tray-old.ts';
import { tellAllWaiting } from './waiting-alerts.ts';

/** An overlay that opened, and the pace at which its alerts go. */
export interface Woken {
  userId: string;
  pace: AlertPace;
  /** When the first part of its queue went to the tray: what came later stays. Null: no part went yet. */
  since: Date | null;
}

/**
 * Overlays of these streamers opened: what is unshown becomes due, too much or too old goes to the tray. Queues are
 * locked in the order of their streamers, so that no two processes wait for each other, and those in which nothing waits
 * are left asleep, and nobody is told of them: whoever adds an alert wakes its queue.
 *
 * A long queue goes to the tray in parts, each a transaction: for whom something is left the answer is the `since` to
 * come again with, and all else is done with the last part. Should the process die between two, its overlays come back
 * to another one and open anew. Parts are taken from the end, so that what is next stays so meanwhile.
 */
export async function wakeQueues(trx: Trx, woken: readonly Woken[]): Promise<(Date | null)[]> {
  const userIds = [...new Set(woken.map(({ userId }) => userId))].toSorted();
  const [, , found] = await runTogether(trx, [...queueLocks(trx, userIds), nonEmpty(trx, userIds)]);
  const isWaiting = new Set(found.rows.map(({ userId }) => userId));
  const waiting = woken.filter(({ userId }) => isWaiting.has(userId));
  const left = new Map<string, Date>();
  for (const [pace, those] of Map.groupBy(waiting, (one) => one.pace)) {
    for (const { userId, since } of await trayTheRest(trx, those, pace)) left.set(userId, since);
    const ids = [...new Set(those.map(({ userId }) => userId))].filter((id) => !left.has(id));
    if (ids.length === 0) continue;
    await forgetUnseen(trx, ids);
    await sql`update alert_queues set wake_at = now() where user_id = any(${ids}::uuid[])`.execute(trx);
    await hint(trx, 'alerts');
  }
  await tellAllWaiting(
    trx,
    [...isWaiting].filter((id) => !left.has(id)),
  );
  return woken.map(({ userId }) => left.get(userId) ?? null);
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

interface Left {
  userId: string;
  since: Date;
}

/**
 * What is too old, or too much at once, waits in the tray for the streamer to play or dismiss. Returns for whom that is
 * not done yet.
 */
async function trayTheRest(trx: Trx, woken: readonly Woken[], pace: AlertPace): Promise<Left[]> {
  const userIds = [...new Set(woken.map(({ userId }) => userId))];
  // Every alert that is there counts for an overlay that opens now, also where another one of its streamer is at it.
  const opens = new Set(woken.flatMap(({ userId, since }) => (since === null ? userId : [])));
  const since = new Map(woken.map((one) => [one.userId, opens.has(one.userId) ? null : one.since]));
  const queued = sql`
    unnest(${userIds}::uuid[], ${userIds.map((id) => since.get(id) ?? null)}::timestamptz[]) as o (user_id, since)
    join alerts a on a.user_id = o.user_id and a.state = 'queue' and a.kind <> 'test'
      and (o.since is null or a.queued_at <= o.since)`;
  const isMuch = await trayPart(
    trx,
    sql`
    select id from (
      select a.id, row_number() over (partition by a.user_id order by a.sent_at is null, ${sendingOrder}) as turn
      from ${queued}
    ) queued where turn > ${pace.catchUpCount} order by turn desc`,
  );
  const isOld = await trayOld(trx, userIds, pace);
  if (!isMuch && !isOld) return [];
  const { rows } = await sql<Left>`
    select a.user_id as "userId", coalesce(o.since, clock_timestamp()) as since from ${queued}
    group by a.user_id, o.since
    having count(*) > ${pace.catchUpCount} or bool_or(${isTooOld(pace)})`.execute(trx);
  return rows;
}
