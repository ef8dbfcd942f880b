import { type CompiledQuery, sql } from 'kysely';
import type { StreamOutlook } from '#server/app/stream-outlook.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import { alertOf, type Donation, paidSlotOf } from '#server/domain/donation.ts';
import type { Verdict } from '#server/domain/moderation/judge-donation.ts';
import { alertSettingsOf } from './alert-settings-store.ts';
import type { Trx } from './database.ts';
import { moveQueue, type QueueRow, selectQueues } from './move-queue.ts';
import { hint } from './outbox.ts';
import { tellPresence } from './overlay-presence.ts';
import { sendAhead } from './run-together.ts';
import { waitingEmission } from './waiting-alerts.ts';
import { queueWaking } from './wake-queue.ts';

/** A dispatcher in any process looks this often without a hint; what is due later needs none. */
const unhintedMs = 2000;

/** What a change of a donation means for its alert. */
export interface AlertChange {
  /** Where its new alert goes; null: it gets none. */
  alert: 'queue' | 'tray' | null;
  isSettledNow: boolean;
}

/** What a change of a donation means for its alert; null when the streamer's queue has nothing to do with it. */
export function alertChangeOf(before: Donation, after: Donation): AlertChange | null {
  const alert = alertOf(before, after);
  const isSettledNow = before.shownAt === null && after.shownAt !== null;
  const hasHealed = before.failedAt !== null && after.failedAt === null;
  return alert === null && !isSettledNow && !hasHealed ? null : { alert, isSettledNow };
}

/** True where a change makes the donation's alert. */
export function hasNewAlert(change: AlertChange | null): change is AlertChange & { alert: 'queue' | 'tray' } {
  return change !== null && change.alert !== null;
}

/** What becomes of a donation on stream once the change of its alert is stored; a new one leaves one that was there as it is. */
export function withAlertChange(
  outlook: StreamOutlook,
  change: AlertChange | null,
  verdict: Verdict | null,
): StreamOutlook {
  const alert = outlook.alert ?? newAlert(change, verdict);
  if (alert === null || change?.isSettledNow !== true) return { ...outlook, alert };
  return { ...outlook, alert: { ...alert, state: 'settled' } };
}

function newAlert(change: AlertChange | null, verdict: Verdict | null): StreamOutlook['alert'] {
  if (verdict === null || !hasNewAlert(change)) return null;
  return { state: verdict.isHeld ? 'held' : change.alert, isMasked: verdict.isMasked };
}

/**
 * Locks the queue's row where the queue changes, and then reads, for a new alert, the streamer's settings and the queue: as
 * in the steps of the queue itself its row is locked before its alerts, so neither waits for the other.
 */
export function lookAtQueue(trx: Trx, userId: string, change: AlertChange | null) {
  const isNew = hasNewAlert(change);
  return [
    change === null ? null : queueWaking(trx, userId),
    isNew ? alertSettingsOf(trx, userId) : null,
    isNew ? selectQueues(sql`where q.user_id = ${userId}`).compile(trx) : null,
  ] as const;
}

/** A donation as it is to be stored, and what is sent along with its alert. */
interface Saving {
  after: Donation;
  change: AlertChange;
  /** What the streamer's settings say of it now; null where no alert is made. */
  verdict: Verdict | null;
  /** What is due at which pace; null: sending is left to the dispatcher. */
  pace: AlertPace | null;
  telling: readonly CompiledQuery[];
}

/**
 * Stores what a change means for the alert, and sends what may go now of a queue that got a new one. Returns how long it
 * had waited, in seconds.
 */
export async function saveAlert(
  trx: Trx,
  { after, change, verdict, pace, telling }: Saving,
  queue: QueueRow | undefined,
): Promise<number | null> {
  const { alert, isSettledNow } = change;
  const statements = [
    ...(alert === null || verdict === null ? [] : [insertAlert(trx, after, alert, verdict)]),
    ...(isSettledNow ? [settleAlert(trx, after)] : []),
    ...telling,
  ];
  if (isSettledNow || alert !== 'queue' || pace === null || queue === undefined) {
    await sendAhead(trx, [...statements, waitingEmission(trx, [after.userId])]);
    if (isSettledNow) await tellPresence(trx, after.userId);
    await hint(trx, 'alerts');
    return null;
  }
  const { delay, dueAt } = await moveQueue(trx, queue, pace, statements);
  if (dueAt !== null && dueAt.getTime() < queue.now.getTime() + unhintedMs) await hint(trx, 'alerts');
  return delay;
}

function insertAlert(
  trx: Trx,
  after: Donation,
  where: 'queue' | 'tray',
  { isHeld, isMasked, foundWords }: Verdict,
): CompiledQuery {
  return trx
    .insertInto('alerts')
    .values({
      user_id: after.userId,
      donation_id: after.id,
      kind: 'payment',
      place: after.paidAt ?? sql<Date>`now()`,
      place_slot: paidSlotOf(after) ?? 0n,
      trayed_at: where === 'tray' ? sql<Date>`now()` : null,
      held_at: isHeld ? sql<Date>`now()` : null,
      is_masked: isMasked,
      found_words: foundWords,
    })
    .onConflict((conflict) => conflict.doNothing())
    .compile();
}

function settleAlert(trx: Trx, after: Donation): CompiledQuery {
  return trx
    .updateTable('alerts')
    .set({ settled_at: after.shownAt, settled_how: after.settledHow })
    .where('donation_id', '=', after.id)
    .where('kind', '=', 'payment')
    .where('settled_at', 'is', null)
    .compile();
}
