import type { CompiledQuery } from 'kysely';
import { type Alert, alertOfPayment } from '#server/app/alert-view.ts';
import type { StreamOutlook } from '#server/app/stream-outlook.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import { alertOf, type Donation, paidSlotOf } from '#server/domain/donation.ts';
import type { Verdict } from '#server/domain/moderation/judge-donation.ts';
import { alertSettingsOf } from './alert-settings-store.ts';
import type { Trx } from './database.ts';
import {
  enterEmptyQueue,
  type LockedQueue,
  moveQueue,
  selectLockedQueue,
  type Telling,
} from './move-queue.ts';
import { emission, hint } from './outbox.ts';
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
    isNew ? selectLockedQueue(userId).compile(trx) : null,
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
  telling: Telling;
  /** When the change is made. */
  now: Date;
}

/**
 * Stores what a change means for the alert, and sends what may go now of a queue that got a new one. Returns how long it
 * had waited, in seconds.
 */
export async function saveAlert(
  trx: Trx,
  { after, change, verdict, pace, telling, now }: Saving,
  queue: LockedQueue | undefined,
): Promise<number | null> {
  const { alert: goesTo, isSettledNow } = change;
  if (goesTo !== null && queue === undefined)
    throw new Error('The row of the queue is locked: it cannot be missing.');
  const insert = (alert: Alert) => insertAlert(trx, after, alert);
  const alert =
    goesTo === null || verdict === null || queue === undefined
      ? null
      : alertOfPayment(after, verdict, { id: queue.newId, goesTo, now });
  if (isSettledNow || alert === null || goesTo !== 'queue' || pace === null || queue === undefined) {
    await sendAhead(trx, [
      alert === null ? null : insert(alert),
      isSettledNow ? settleAlert(trx, after) : null,
      ...telling.statements,
      waitingEmission(trx, [after.userId], telling.events),
    ]);
    if (isSettledNow) await tellPresence(trx, after.userId);
    await hint(trx, 'alerts');
    return null;
  }
  const { delay, dueAt } = queue.isEmpty
    ? await enterEmptyQueue(trx, queue, pace, { alert, insert, telling })
    : await moveQueue(trx, queue, pace, [
        insert(alert),
        ...telling.statements,
        emission(trx, telling.events),
      ]);
  if (dueAt !== null && dueAt.getTime() < queue.now.getTime() + unhintedMs) await hint(trx, 'alerts');
  return delay;
}

/** A donation is paid for the first time once, so that there is none yet; should there be one, it stays. */
function insertAlert(trx: Trx, after: Donation, alert: Alert): CompiledQuery {
  return trx
    .insertInto('alerts')
    .values({
      id: alert.id,
      user_id: after.userId,
      donation_id: after.id,
      kind: alert.kind,
      place: after.paidAt ?? alert.queuedAt,
      place_slot: paidSlotOf(after) ?? 0n,
      queued_at: alert.queuedAt,
      trayed_at: alert.trayedAt,
      held_at: alert.heldAt,
      sent_at: alert.sentAt,
      attempts: alert.attempts,
      is_masked: alert.isMasked,
      found_words: alert.foundWords,
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
