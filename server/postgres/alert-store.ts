import { sql } from 'kysely';
import { presentShown } from '#server/app/present-donation.ts';
import { rooms } from '#server/app/rooms.ts';
import type { AlertStore } from '#server/app/ports.ts';
import { type AlertPace, nextStep, type QueuedAlert, type QueueState } from '#server/domain/alert-queue.ts';
import type { Database, Trx } from './database.ts';
import { emit } from './outbox.ts';
import { wakeQueue } from './save-donation.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { processSilentSeconds } from './overlay-presence.ts';

const queuesPerStep = 50;

interface QueueRow extends QueueState {
  userId: string;
  now: Date;
}

interface HeadRow extends QueuedAlert {
  donationId: string;
  donatorName: string;
  receivedLamports: bigint;
  message: string;
}

/** The outbox of alerts in PostgreSQL. A streamer's queue is one row, so one process at a time moves it. */
export function createAlertStore(db: Database): AlertStore {
  return {
    async step(pace) {
      const taken = await db.transaction().execute(async (trx) => {
        const queues = await claimQueues(trx);
        for (const queue of queues) await moveQueue(trx, queue, pace);
        return queues.length;
      });
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
      });
    },
  };
}

async function claimQueues(trx: Trx): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.user_id as "userId", q.last_sent_at as "lastSentAt", q.last_hold_ms as "lastHoldMs",
           clock_timestamp() as now, ${visibleOverlay(sql`q.user_id`)} as "hasVisibleOverlay"
    from alert_queues q where q.wake_at <= now() order by q.wake_at limit ${queuesPerStep}
    for update of q skip locked`.execute(trx);
  return rows;
}

function visibleOverlay(userId: ReturnType<typeof sql>) {
  return sql<boolean>`exists (
    select 1 from overlay_sockets o join processes p on p.id = o.process_id
    where o.user_id = ${userId} and o.visible
      and p.seen_at > now() - ${processSilentSeconds} * interval '1 second')`;
}

async function moveQueue(trx: Trx, queue: QueueRow, pace: AlertPace): Promise<void> {
  for (;;) {
    const head = await findHead(trx, queue.userId);
    const step = nextStep(head, queue, pace, queue.now);
    if (step.do === 'wait' || head === null) {
      await sleepUntil(trx, queue.userId, step.do === 'wait' ? step.until : null);
      return;
    }
    if (step.do === 'send') {
      await send(trx, queue, head, step.holdMs + pace.resendAfterMs, step.holdMs);
      return;
    }
    await trx.updateTable('alerts').set({ trayed_at: queue.now }).where('id', '=', head.id).execute();
    await tellWaiting(trx, queue.userId);
  }
}

/** What is being shown, else the oldest payment that waits. Those of a donation that the chain rolled back are withheld until it is back. */
async function findHead(trx: Trx, userId: string): Promise<HeadRow | null> {
  const { rows } = await sql<HeadRow>`
    select a.id, a.queued_at as "queuedAt", a.sent_at as "sentAt", a.attempts, 0 as "clipMs",
           d.id as "donationId", d.donator_name as "donatorName", d.received_lamports as "receivedLamports", d.message
    from alerts a join donations d on d.id = a.donation_id
    where a.user_id = ${userId} and a.settled_at is null and a.trayed_at is null and d.failed_at is null
    order by a.sent_at is null, d.paid_at, a.seq limit 1`.execute(trx);
  return rows[0] ?? null;
}

async function send(trx: Trx, queue: QueueRow, head: HeadRow, wakeMs: number, holdMs: number): Promise<void> {
  await trx
    .updateTable('alerts')
    .set((eb) => ({ sent_at: queue.now, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', head.id)
    .execute();
  await trx
    .updateTable('alert_queues')
    .set({ last_sent_at: queue.now, last_hold_ms: holdMs, wake_at: new Date(queue.now.getTime() + wakeMs) })
    .where('user_id', '=', queue.userId)
    .execute();
  await emit(trx, {
    room: rooms.overlay(queue.userId),
    name: 'show_donation',
    body: presentShown(head.id, { ...head, id: head.donationId }),
  });
}

async function sleepUntil(trx: Trx, userId: string, until: Date | null): Promise<void> {
  await trx.updateTable('alert_queues').set({ wake_at: until }).where('user_id', '=', userId).execute();
}

/** What is too old, or too much at once, waits in the tray for the streamer to play or dismiss. */
async function trayTheRest(trx: Trx, userId: string, pace: AlertPace): Promise<void> {
  await sql`
    update alerts set trayed_at = now() where id in (
      select id from (
        select id, queued_at, row_number() over (order by seq) as place from alerts
        where user_id = ${userId} and settled_at is null and trayed_at is null
      ) waiting
      where place > ${pace.catchUpCount} or queued_at < now() - ${pace.catchUpMs} * interval '1 ms'
    )`.execute(trx);
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
    .where('settled_at', 'is', null)
    .where('trayed_at', 'is', null)
    .where('sent_at', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n || !isAlone) return;
  await trx
    .updateTable('alert_queues')
    .set({ last_sent_at: null, last_hold_ms: 0 })
    .where('user_id', '=', userId)
    .execute();
}
