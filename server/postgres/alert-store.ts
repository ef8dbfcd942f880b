import { sql } from 'kysely';
import type { AlertStore } from '#server/app/alert-ports.ts';
import { type Alert, clipOf, presentCard } from '#server/app/alert-view.ts';
import { type Meter, noMeter } from '#server/app/meter.ts';
import { rooms } from '#server/app/rooms.ts';
import {
  type AlertPace,
  nextStep,
  type QueuedAlert,
  type QueueHeads,
  type QueueState,
  type QueueStep,
} from '#server/domain/alert-queue.ts';
import { loadAlert, selectAlerts, sendingOrder, toAlert } from './alert-rows.ts';
import type { Database, Trx } from './database.ts';
import { forgetUnseen } from './forget-unseen.ts';
import { emit } from './outbox.ts';
import { processSilentSeconds, tellPresence } from './overlay-presence.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/** Few enough that those of one transaction do not wait long for each other: an alert is on its way once it commits. */
const queuesPerStep = 10;

interface QueueRow extends QueueState {
  userId: string;
  clipMinimumLamports: bigint | null;
  now: Date;
  /** When the overlay came that is open for longest. */
  overlaySince: Date | null;
}

type Head = Alert & QueuedAlert;

/** The outbox of alerts in PostgreSQL. A streamer's queue is one row, so one process at a time moves it. */
export function createAlertStore(db: Database, meter: Pick<Meter, 'alertSent'> = noMeter): AlertStore {
  return {
    async step(pace) {
      const { taken, delays } = await db.transaction().execute(async (trx) => {
        const queues = await claimQueues(trx);
        const delays: (number | null)[] = [];
        for (const queue of queues) delays.push(await moveQueue(trx, queue, pace));
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
        await countAnew(trx, userId);
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
  const { rows } = await sql<QueueRow>`
    select q.user_id as "userId", q.last_sent_at as "lastSentAt", q.last_hold_ms as "lastHoldMs",
           q.paused_at is not null as "isPaused", coalesce(s.stacks_cards, false) as stacks,
           s.clip_minimum_lamports as "clipMinimumLamports",
           clock_timestamp() as now, ${visibleOverlay(sql`q.user_id`)} as "hasVisibleOverlay",
           (select min(opened_at) from overlay_sockets where user_id = q.user_id and visible) as "overlaySince"
    from alert_queues q left join alert_settings s on s.user_id = q.user_id
    where q.wake_at <= now() order by q.wake_at limit ${queuesPerStep}
    for update of q skip locked`.execute(trx);
  return rows;
}

function visibleOverlay(userId: ReturnType<typeof sql>) {
  return sql<boolean>`exists (
    select 1 from overlay_sockets o join processes p on p.id = o.process_id
    where o.user_id = ${userId} and o.visible
      and p.seen_at > now() - ${processSilentSeconds} * interval '1 second')`;
}

/**
 * Takes steps until there is nothing to do now; those at the desk are told once. Returns for how many seconds a payment
 * that was sent for the first time was kept waiting by nothing but us.
 */
async function moveQueue(trx: Trx, queue: QueueRow, pace: AlertPace): Promise<number | null> {
  let hasChanged = false;
  let delay: number | null = null;
  for (;;) {
    const step = nextStep(await findHeads(trx, queue), queue, pace, queue.now);
    if (step.do === 'wait') await sleepUntil(trx, queue.userId, step.until);
    else await takeStep(trx, queue, step, pace);
    hasChanged ||= step.do !== 'wait';
    if (step.do === 'send') delay = delayOf(step.alert, queue);
    if (step.do === 'wait' || step.do === 'send') break;
  }
  if (hasChanged) await tellWaiting(trx, queue.userId);
  return delay;
}

/** It could go once it was queued and approved, the alert before had had its time, and an overlay was open. */
function delayOf(alert: Head, queue: QueueRow): number | null {
  if (alert.kind !== 'payment' || alert.attempts > 0 || alert.goesNext) return null;
  const freeAt = queue.lastSentAt === null ? 0 : queue.lastSentAt.getTime() + queue.lastHoldMs;
  const since = [alert.queuedAt, alert.approvedAt, queue.overlaySince].map((at) => at?.getTime() ?? 0);
  return (queue.now.getTime() - Math.max(freeAt, ...since)) / 1000;
}

async function takeStep(
  trx: Trx,
  queue: QueueRow,
  step: Exclude<QueueStep<Head>, { do: 'wait' }>,
  pace: AlertPace,
): Promise<void> {
  if (step.do === 'send') return await send(trx, queue, step, pace);
  if (step.do === 'tray-old') return await trayOld(trx, queue.userId, pace);
  const facts =
    step.do === 'tray'
      ? { trayed_at: queue.now }
      : { settled_at: queue.now, settled_how: 'dismissed' as const };
  await trx.updateTable('alerts').set(facts).where('id', '=', step.alert.id).execute();
}

/** What was sent longest ago and is not settled, and what is to be sent next. While paused, tests alone. */
async function findHeads(trx: Trx, queue: QueueRow): Promise<QueueHeads<Head>> {
  const { userId, isPaused, clipMinimumLamports } = queue;
  const isWanted = isPaused ? sql`a.goes_next and a.kind = 'test'` : sql`true`;
  const { rows } = await sql<Parameters<typeof toAlert>[0]>`
    ${selectAlerts(userId, {
      where: sql`a.state = 'queue' and a.sent_at is not null and ${isWanted}`,
      orderBy: sql`a.sent_at`,
      limit: 1,
    })} union all ${selectAlerts(userId, {
      where: sql`a.state = 'queue' and a.sent_at is null and ${isWanted}`,
      orderBy: sendingOrder,
      limit: 1,
    })}`.execute(trx);
  const heads = rows.map((row) => {
    const alert = toAlert(row);
    return { ...alert, clipMs: clipOf(alert, clipMinimumLamports)?.durationMs ?? 0 };
  });
  return {
    sent: heads.find((alert) => alert.sentAt !== null) ?? null,
    unsent: heads.find((alert) => alert.sentAt === null) ?? null,
  };
}

async function send(
  trx: Trx,
  queue: QueueRow,
  { alert, holdMs }: { alert: Head; holdMs: number },
  pace: AlertPace,
): Promise<void> {
  await trx
    .updateTable('alerts')
    .set((eb) => ({ sent_at: queue.now, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', alert.id)
    .execute();
  const wakeMs = queue.stacks ? pace.gapMs : holdMs + pace.resendAfterMs;
  await trx
    .updateTable('alert_queues')
    .set({ last_sent_at: queue.now, last_hold_ms: holdMs, wake_at: new Date(queue.now.getTime() + wakeMs) })
    .where('user_id', '=', queue.userId)
    .execute();
  await emit(trx, {
    room: rooms.overlay(queue.userId),
    name: 'show_donation',
    body: presentCard(alert, queue.clipMinimumLamports),
  });
}

async function sleepUntil(trx: Trx, userId: string, until: Date | null): Promise<void> {
  await trx.updateTable('alert_queues').set({ wake_at: until }).where('user_id', '=', userId).execute();
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

/** What was sent already is not among them: its card is being shown. */
async function trayOld(trx: Trx, userId: string, pace: AlertPace): Promise<void> {
  await sql`
    update alerts set trayed_at = now()
    where user_id = ${userId} and state = 'queue' and kind <> 'test' and sent_at is null
      and queued_at < clock_timestamp() - ${pace.catchUpMs} * interval '1 ms'`.execute(trx);
}

/** An overlay that has just come gets a fresh count of sends. */
async function countAnew(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ attempts: 0 })
    .where('user_id', '=', userId)
    .where('state', '=', sql.lit('queue'))
    .where('sent_at', 'is not', null)
    .execute();
}
