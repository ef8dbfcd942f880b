import type { CompiledQuery } from 'kysely';
import { type Alert, alertOfPayment } from '#server/app/desk/alert-view.ts';
import type { StreamOutlook } from '#server/app/donations/stream-outlook.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import { alertOf, type Donation, paidSlotOf, payersOf } from '#server/domain/donation.ts';
import type { Verdict } from '#server/domain/moderation/judge-donation.ts';
import { alertSettingsFor } from '#server/postgres/alerts/alert-settings-store.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import {
  type Besides,
  enterEmptyQueue,
  type LockedQueue,
  moveQueue,
  selectLockedQueue,
} from '#server/postgres/alerts/move-queue.ts';
import { emission, hint } from '#server/postgres/connection/outbox.ts';
import { tellPresence } from '#server/postgres/alerts/overlay-presence.ts';
import { sendAhead } from '#server/postgres/connection/run-together.ts';
import { emissionWithWaiting } from '#server/postgres/alerts/waiting-alerts.ts';
import { queueWaking } from '#server/postgres/alerts/wake-queue.ts';

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

/**
 * What becomes of a donation on stream once the change of its alert is stored; a new one leaves one that was there as
 * it is.
 */
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
  return { state: verdict.heldFor.length > 0 ? 'held' : change.alert, isMasked: verdict.isMasked };
}

/**
 * Locks the queue's row where the queue changes, and then reads, for a new alert, the streamer's settings and the queue: as
 * in the steps of the queue itself its row is locked before its alerts, so neither waits for the other.
 */
export function lookAtQueue(trx: Trx, donation: Donation, change: AlertChange | null) {
  const { userId } = donation;
  const isNew = hasNewAlert(change);
  return [
    change === null ? null : queueWaking(trx, userId),
    isNew ? alertSettingsFor(trx, { userId, payers: payersOf(donation) }) : null,
    isNew ? selectLockedQueue(userId).compile(trx) : null,
  ] as const;
}

/** A donation as it is to be stored, and what is sent along with its alert. */
interface Saving {
  after: Donation;
  change: AlertChange;
  /** What the streamer's settings say of it now; null where no alert is made. */
  verdict: Verdict | null;
  /** No alert of its payment is there yet; where one is, it stays as it is. */
  isFirst: boolean;
  /** What is due at which pace; null: sending is left to the dispatcher. */
  pace: AlertPace | null;
  besides: Besides;
  /** When the transaction began: what is made by it has come then. */
  now: Date;
}

/**
 * Stores what a change means for the alert, and sends what may go now of a queue that got a new one. Returns how long it
 * had waited, in seconds.
 */
export async function saveAlert(
  trx: Trx,
  { after, change, verdict, isFirst, pace, besides, now }: Saving,
  queue: LockedQueue | undefined,
): Promise<number | null> {
  const { isSettledNow } = change;
  const insert = (alert: Alert) => insertAlert(trx, after, alert);
  const made = hasNewAlert(change) ? makeAlert(after, change.alert, { verdict, queue, now }) : null;
  if (made === null || made.alert.trayedAt !== null || isSettledNow || pace === null) {
    await sendAhead(trx, [
      made === null ? null : insert(made.alert),
      isSettledNow ? settleAlert(trx, after) : null,
      ...besides.statements,
      emissionWithWaiting(trx, besides.events, [after.userId]),
    ]);
    if (isSettledNow) await tellPresence(trx, after.userId);
    await hint(trx, 'alerts');
    return null;
  }
  const { alert, queue: locked } = made;
  const { delay, dueAt } =
    locked.isEmpty && isFirst
      ? await enterEmptyQueue(trx, locked, pace, { alert, insert, besides })
      : await moveQueue(trx, locked, pace, [
          insert(alert),
          ...besides.statements,
          emission(trx, besides.events),
        ]);
  if (dueAt !== null && dueAt.getTime() < locked.now.getTime() + unhintedMs) await hint(trx, 'alerts');
  return delay;
}

/** The alert of a donation that is paid now, and the queue behind whose lock it is made. Throws where one was not looked at. */
function makeAlert(
  after: Donation,
  goesTo: 'queue' | 'tray',
  { verdict, queue, now }: { verdict: Verdict | null; queue: LockedQueue | undefined; now: Date },
): { alert: Alert; queue: LockedQueue } {
  if (verdict === null || queue === undefined)
    throw new Error('A new alert is judged, and made behind the lock on the row of its queue.');
  return { alert: alertOfPayment(after, verdict, { id: queue.newId, goesTo, now }), queue };
}

/** Recording a payment never fails by an alert that is there. */
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
      held_for: alert.heldFor,
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
