import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { type Alert, presentCard, speechOf, testAmountOf, timesOf } from '#server/app/desk/alert-view.ts';
import { rooms } from '#server/app/rooms.ts';
import {
  type AlertPace,
  mostOnStream,
  nextStep,
  type QueuedAlert,
  type QueueHeads,
  type QueueState,
  type QueueStep,
} from '#server/domain/alert-queue.ts';
import { alertStateOf } from '#server/domain/alert.ts';
import { type LookRow, lookColumns, toLook } from './alert-look.ts';
import type { AlertLook } from '#server/domain/alert-rules.ts';
import { selectAlerts, sendingOrder, toAlert } from './alert-rows.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { type AnyEvent, hint } from '#server/postgres/connection/outbox.ts';
import { overlaySince, visibleOverlay } from './overlay-presence.ts';
import { speechWaiting } from './speech-store.ts';
import { runTogether, sendAhead } from '#server/postgres/connection/run-together.ts';
import { tellDonor } from '#server/postgres/donations/tell-donor.ts';
import { trayOld } from './tray-old.ts';
import { valueAt } from '#server/postgres/donations/value-payments.ts';
import { emissionWithWaiting } from './waiting-alerts.ts';

/** A streamer's queue as its row and the overlays that are open tell it. */
export interface QueueRow extends QueueState, LookRow {
  userId: string;
  now: Date;
  /** When the overlay came that is open for longest. */
  overlaySince: Date | null;
}

/** A queue that was read behind the lock on its row: only there can nobody put an alert into it any more. */
export interface LockedQueue extends QueueRow {
  /** No alert is in it: none is on stream, and none waits for its turn. */
  isEmpty: boolean;
  /** An id for the alert that is to be put into it. */
  newId: string;
}

type Head = Alert & QueuedAlert;
type HeadRow = Parameters<typeof toAlert>[0];

/** What is written besides: events, and whatever has a table of its own. */
export interface Besides {
  events: readonly AnyEvent[];
  statements: readonly CompiledQuery[];
}

const nothingBesides: Besides = { events: [], statements: [] };

/** How a queue was left. */
export interface Moved {
  /** For how many seconds a payment that was sent for the first time was kept waiting by nothing but us. */
  delay: number | null;
  /** When the queue is due again, at once where it was left in the middle of its work; null: when somebody wakes it. */
  dueAt: Date | null;
}

const queueColumns = sql`
  q.user_id as "userId", q.last_sent_at as "lastSentAt", q.last_hold_ms as "lastHoldMs",
  q.paused_at is not null as "isPaused", coalesce(s.stacks_cards, false) as stacks,
  ${lookColumns(sql`q.user_id`)},
  clock_timestamp() as now, ${visibleOverlay(sql`q.user_id`)} as "hasVisibleOverlay",
  ${overlaySince(sql`q.user_id`)} as "overlaySince"`;

const queueTables = sql`alert_queues q left join alert_settings s on s.user_id = q.user_id`;

/** Queues as SQL; `rest` says which, from `where` on. */
export function selectQueues(rest: RawBuilder<unknown>): RawBuilder<QueueRow> {
  return sql<QueueRow>`select ${queueColumns} from ${queueTables} ${rest}`;
}

/** The queue of a streamer as SQL. The lock on its row comes by a statement before it. */
export function selectLockedQueue(userId: string): RawBuilder<LockedQueue> {
  return sql<LockedQueue>`
    select ${queueColumns},
      not exists (select from alerts where user_id = ${userId} and state = 'queue') as "isEmpty",
      gen_random_uuid() as "newId"
    from ${queueTables} where q.user_id = ${userId}`;
}

/**
 * Takes steps until there is nothing to do now, or much has been put aside; those at the desk are told once. The caller
 * holds the lock on the queue's row. `before` are statements that the first look has to come after; they go with it.
 */
export async function moveQueue(
  trx: Trx,
  row: QueueRow,
  pace: AlertPace,
  before: readonly CompiledQuery[] = [],
): Promise<Moved> {
  let queue = row;
  let hasChanged = before.length > 0;
  for (let first = before; ; first = []) {
    const step = nextStep(await findHeads(trx, queue, first), queue, pace, queue.now);
    if (step.do === 'wait') return await rest(trx, queue, step.until, hasChanged);
    if (step.do === 'send') {
      const storing = sentNow(trx, step.alert.id, queue.now);
      return await send(trx, queue, { ...step, pace, storing, besides: nothingBesides });
    }
    if (step.do === 'set-back') queue = await setBack(trx, queue);
    else if (await putAside(trx, queue, step, pace)) return await rest(trx, queue, queue.now, true);
    hasChanged = true;
  }
}

/** Leaves the queue until then, and tells those at the desk of what has changed. */
async function rest(trx: Trx, queue: QueueRow, until: Date | null, hasChanged: boolean): Promise<Moved> {
  const told = hasChanged ? [emissionWithWaiting(trx, [], [queue.userId])] : [];
  await sendAhead(trx, [sleepUntil(trx, queue.userId, until), ...told]);
  if (hasChanged) await hint(trx, 'events');
  return { delay: null, dueAt: until };
}

/**
 * Puts the first alert into a queue that is empty, and sends it if it may go at once: it is then stored as sent, and
 * everything goes out with the commit. `insert` stores the alert as it is given.
 */
export async function enterEmptyQueue(
  trx: Trx,
  queue: LockedQueue,
  pace: AlertPace,
  { alert, insert, besides }: { alert: Alert; insert: (alert: Alert) => CompiledQuery; besides: Besides },
): Promise<Moved> {
  const entered = { ...alert, ...timesOf(alert, toLook(queue)) };
  const unsent = alertStateOf(alert) === 'queue' ? entered : null;
  const step = nextStep({ sent: [], unsent }, queue, pace, queue.now);
  if (step.do === 'send') {
    const storing = insert({ ...alert, sentAt: queue.now, attempts: 1 });
    return await send(trx, queue, { ...step, pace, storing, besides });
  }
  // Too old already is what was stored by a transaction that took very long; or the clock went back. The dispatcher sees to
  // it at once.
  const until = step.do === 'wait' ? step.until : queue.now;
  await sendAhead(trx, [
    insert(alert),
    ...besides.statements,
    sleepUntil(trx, queue.userId, until),
    emissionWithWaiting(trx, besides.events, [queue.userId]),
  ]);
  await hint(trx, 'events');
  return { delay: null, dueAt: until };
}

/** It could go once it was queued and approved, the alert before had had its time, and an overlay was open. */
function delayOf(alert: Head, queue: QueueRow): number | null {
  if (alert.kind !== 'payment' || alert.attempts > 0 || alert.goesNext) return null;
  const freeAt = queue.lastSentAt === null ? 0 : queue.lastSentAt.getTime() + queue.lastHoldMs;
  const since = [alert.queuedAt, alert.approvedAt, queue.overlaySince].map((at) => at?.getTime() ?? 0);
  return (queue.now.getTime() - Math.max(freeAt, ...since)) / 1000;
}

/** Returns whether there may be more of it than one transaction should put aside. */
async function putAside(
  trx: Trx,
  queue: QueueRow,
  step: Exclude<QueueStep<Head>, { do: 'wait' | 'send' | 'set-back' }>,
  pace: AlertPace,
): Promise<boolean> {
  if (step.do === 'tray-old') return await trayOld(trx, [queue.userId], pace);
  const facts =
    step.do === 'tray'
      ? { trayed_at: queue.now }
      : { settled_at: queue.now, settled_how: 'dismissed' as const };
  await trx.updateTable('alerts').set(facts).where('id', '=', step.alert.id).execute();
  const { kind, donation } = step.alert;
  if (step.do === 'tray' && kind === 'payment' && donation !== null) await tellDonor(trx, donation.id);
  return false;
}

/** The clock went back: nobody knows by how much, so what is on stream, or still heard, gets its whole time from now on. */
async function setBack(trx: Trx, queue: QueueRow): Promise<QueueRow> {
  const { userId, now, lastSentAt } = queue;
  const lastSent = sql`(select last_sent_at from alert_queues where user_id = ${userId})`;
  await sendAhead(trx, [
    sql`
      update alerts set sent_at = ${now}
      where user_id = ${userId} and state = 'queue' and sent_at > ${now}`.compile(trx),
    sql`
      update alerts set sent_at = ${now}
      where user_id = ${userId} and state = 'settled' and sent_at > ${now} and sent_at = ${lastSent}
        and settled_at > ${lastSent} - interval '1 minute'`.compile(trx),
    sql`
      update alert_queues set last_sent_at = ${now}
      where user_id = ${userId} and last_sent_at > ${now}`.compile(trx),
  ]);
  return { ...queue, lastSentAt: lastSentAt !== null && lastSentAt > now ? now : lastSentAt };
}

/** What is on stream, and what is to be sent next. While paused, tests and what was released alone. */
async function findHeads(
  trx: Trx,
  { userId, isPaused, stacks, ...row }: QueueRow,
  before: readonly CompiledQuery[],
): Promise<QueueHeads<Head>> {
  const isWanted = isPaused ? sql`a.goes_next and (a.kind = 'test' or a.released_at is not null)` : sql`true`;
  const statement = sql<HeadRow>`
    ${selectAlerts(userId, {
      where: sql`a.state = 'queue' and a.sent_at is not null and ${isWanted}`,
      orderBy: sql`a.sent_at`,
      limit: mostOnStream({ stacks }),
    })} union all ${selectAlerts(userId, {
      where: sql`a.state = 'queue' and a.sent_at is null and ${isWanted}`,
      orderBy: sendingOrder,
      limit: 1,
    })}`.compile(trx);
  const found = (await runTogether(trx, [...before, statement])).at(-1);
  const look = toLook(row);
  // The last of the statements is the one that finds them.
  const heads = ((found?.rows ?? []) as HeadRow[]).map((row) => {
    const alert = toAlert(row);
    return { ...alert, ...timesOf(alert, look) };
  });
  return {
    sent: heads.filter((alert) => alert.sentAt !== null),
    unsent: heads.find((alert) => alert.sentAt === null) ?? null,
  };
}

interface Sending {
  alert: Head;
  holdMs: number;
  pace: AlertPace;
  /** Stores that it was sent. */
  storing: CompiledQuery;
  besides: Besides;
}

async function send(
  trx: Trx,
  queue: QueueRow,
  { alert, holdMs, pace, storing, besides }: Sending,
): Promise<Moved> {
  const { userId, now } = queue;
  const look = toLook(queue);
  const isValuedTest = alert.kind === 'test' && look.showsFiat;
  const testValue = isValuedTest ? await valueAt(trx, testAmountOf(alert), now) : null;
  const dueAt = new Date(now.getTime() + (queue.stacks ? pace.gapMs : holdMs + pace.resendAfterMs));
  const aloud = readAloud(trx, userId, alert, look);
  await sendAhead(trx, [
    storing,
    ...besides.statements,
    trx
      .updateTable('alert_queues')
      .set({ last_sent_at: now, last_hold_ms: holdMs, wake_at: dueAt })
      .where('user_id', '=', userId)
      .compile(),
    ...aloud.statements,
    emissionWithWaiting(
      trx,
      [
        ...besides.events,
        { room: rooms.overlay(userId), name: 'show_donation', body: presentCard(alert, look, testValue) },
        ...aloud.events,
      ],
      [userId],
    ),
  ]);
  await hint(trx, 'events');
  if (look.reading?.source === 'server') await hint(trx, 'speech');
  return { delay: delayOf(alert, queue), dueAt };
}

function sentNow(trx: Trx, alertId: string, now: Date): CompiledQuery {
  return trx
    .updateTable('alerts')
    .set((eb) => ({ sent_at: now, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', alertId)
    .compile();
}

/** The overlay's own voices are told with the card; a server's are asked, and tell when they have said it. */
function readAloud(trx: Trx, userId: string, alert: Alert, look: AlertLook): Besides {
  const speech = speechOf(alert, look);
  if (speech === null) return nothingBesides;
  const { source, ...said } = speech;
  if (source === 'server')
    return { events: [], statements: [speechWaiting({ ...said, userId }).compile(trx)] };
  return {
    events: [{ room: rooms.overlay(userId), name: 'speak', body: { ...said, url: null } }],
    statements: [],
  };
}

function sleepUntil(trx: Trx, userId: string, until: Date | null): CompiledQuery {
  return trx.updateTable('alert_queues').set({ wake_at: until }).where('user_id', '=', userId).compile();
}
