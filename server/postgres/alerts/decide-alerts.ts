import { Problem } from '#contract/problem.ts';
import type { AlertDecision, SkipWish } from '#server/app/alert-ports.ts';
import { type Alert, donorOf } from '#server/app/desk/alert-view.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import { presentDonation } from '#server/app/donations/present-donation.ts';
import { rooms } from '#server/app/rooms.ts';
import { alertStateOf, isLeftOut, isOnStream, isPutAway, skip } from '#server/domain/alert.ts';
import { applyShown, type Donation } from '#server/domain/donation.ts';
import { findStillHeard, listAlerts, loadAlert, sendingOrder } from './alert-rows.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { writeDeskLog } from './desk-log.ts';
import { loadDonation } from '#server/postgres/donations/donation-rows.ts';
import { noteApproval } from './left-out.ts';
import { emit } from '#server/postgres/connection/outbox.ts';
import { saveDonation } from '#server/postgres/donations/save-donation.ts';
import { tellDonor } from '#server/postgres/donations/tell-donor.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';
import { sql } from 'kysely';

/**
 * Somebody decides about one alert. Its donation is locked first, then the queue, then it is looked at again: of two
 * people who decide at once, the second decides about what the first made of it. What is rejected while its clip is
 * still heard is silent at once, though it counts as shown, and nothing of it is told from then on.
 */
export async function decideAlert(
  trx: Trx,
  by: DeskCaller,
  { alertId, action, decide }: AlertDecision,
  now: Date,
): Promise<void> {
  const asked = await loadAlert(trx, { userId: by.userId, alertId });
  if (asked === null) throw new Problem('alert_not_found');
  const donation = await lockDonation(trx, asked);
  await wakeQueue(trx, by.userId);
  const before = await loadAlert(trx, { userId: by.userId, alertId });
  if (before === null) throw new Problem('alert_not_found');
  const heard = action === 'reject' ? await findStillHeard(trx, by.userId) : null;
  const isHeard = heard !== null && idOf(heard) === idOf(before);
  const after = heard?.id === alertId ? { ...before, isMasked: true, foundWords: [] } : decide(before);
  if (after === before && !isHeard) return;
  if (isHeard) await silence(trx, by.userId, heard.id, now);
  if (after !== before) {
    const approver = action === 'show_unapproved' ? null : by.name;
    await storeAlert(trx, by, { before, after, donation, approver }, now);
    await tellOfName(trx, { before, after, donation });
  }
  await writeDeskLog(trx, by, action, donorOf(after));
  await tellWaiting(trx, by.userId);
}

/**
 * Takes what is on stream away, all of it where cards stack. What was acknowledged meanwhile stays shown; its clip stops
 * all the same. Named by an alert that has left, it was pressed too late and takes away nothing of what followed.
 */
export async function skipOnStream(
  trx: Trx,
  by: DeskCaller,
  { alertId }: SkipWish,
  now: Date,
): Promise<void> {
  const seen = await listOnStream(trx, by.userId);
  const donations = new Map<string, Donation | null>();
  // In one order, so that two people who skip at once do not wait for each other.
  for (const alert of seen.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))) {
    donations.set(alert.id, await lockDonation(trx, alert));
  }
  await wakeQueue(trx, by.userId);
  const heard = await findStillHeard(trx, by.userId);
  const still = (await listOnStream(trx, by.userId)).filter((alert) => donations.has(alert.id));
  if (alertId !== undefined && ![...still, heard].some((alert) => alert?.id === alertId)) return;
  for (const before of still) {
    const donation = donations.get(before.id) ?? null;
    const after = skip(before, now);
    await storeAlert(trx, by, { before, after, donation }, now);
    await tellOfName(trx, { before, after, donation });
    await writeDeskLog(trx, by, 'skip', donorOf(before));
  }
  if (heard !== null) {
    await silence(trx, by.userId, heard.id, now);
    await writeDeskLog(trx, by, 'skip', donorOf(heard));
  }
  if (still.length > 0 || heard !== null) await tellWaiting(trx, by.userId);
}

interface Stored {
  before: Alert;
  after: Alert;
  donation: Donation | null;
  approver?: string | null;
}

/**
 * Writes an alert's facts, and whose they are; `approver` is null where nobody has approved it. A payment's settling settles
 * its donation too; what was on stream is taken away.
 */
export async function storeAlert(
  trx: Trx,
  by: DeskCaller,
  { before, after, donation, approver = by.name }: Stored,
  now: Date,
): Promise<void> {
  const { userId } = by;
  const isApprovedNow = before.approvedAt === null && after.approvedAt !== null;
  const isSettledNow = before.settledAt === null && after.settledAt !== null;
  await trx
    .updateTable('alerts')
    .set({
      queued_at: after.queuedAt,
      goes_next: after.goesNext,
      released_at: after.releasedAt,
      approved_at: after.approvedAt,
      is_masked: after.isMasked,
      trayed_at: after.trayedAt,
      sent_at: after.sentAt,
      attempts: after.attempts,
      settled_at: after.settledAt,
      settled_how: after.settledHow,
      ...(isApprovedNow && { approved_by: approver }),
      ...(isSettledNow && { settled_by: by.name }),
      // Written only where somebody decided so: the words may be removed meanwhile.
      ...(after.foundWords !== before.foundWords && { found_words: after.foundWords }),
    })
    .where('id', '=', after.id)
    .execute();
  const { settledHow } = after;
  if (isApprovedNow && after.kind === 'replay')
    await noteApproval(trx, { userId, name: approver }, idOf(after), now);
  if (before.settledAt !== null) return;
  // Overlays that have shown it, though they could not say so, would take it for a repeat.
  if (after.attempts < before.attempts) await takeCardAway(trx, userId, after.id);
  if (settledHow === null) return await tellDonorOf(trx, before, after);
  if (donation !== null) await settleDonation(trx, donation, applyShown(donation, settledHow, now));
  if (isOnStream(before)) await takeOffStream(trx, userId, before.id);
}

/** Approved, masked or played from the tray: something else becomes of the donation than its donor was told. */
async function tellDonorOf(trx: Trx, before: Alert, after: Alert): Promise<void> {
  if (after.kind !== 'payment' || after.donation === null) return;
  if (alertStateOf(before) === alertStateOf(after) && before.isMasked === after.isMasked) return;
  await tellDonor(trx, after.donation.id);
}

/** Widgets read it anew where its donor is to be named from now on, or no more. What settles a donation tells them anyway. */
async function tellOfName(
  trx: Trx,
  { before, after, donation }: { before: Alert; after: Alert; donation: Donation | null },
): Promise<void> {
  const isTold = donation !== null && before.settledAt === null && after.settledAt !== null;
  if (isTold || after.donation === null) return;
  if (isLeftOut(before) === isLeftOut(after) && isPutAway(before) === isPutAway(after)) return;
  const named = await loadDonation(trx, { id: after.donation.id });
  if (named !== null) await tellStreamer(trx, named);
}

/** Pages of the streamer and widgets read a donation anew that is told of otherwise than by its own facts. */
export async function tellStreamer(trx: Trx, donation: Donation): Promise<void> {
  const body = presentDonation(donation);
  await emit(trx, { room: rooms.streamer(donation.userId), name: 'donation_changed', body });
}

async function settleDonation(trx: Trx, before: Donation, after: Donation): Promise<void> {
  if (after !== before) await saveDonation(trx, before, after);
}

/** What counts as shown already is no longer heard, and is never the last that was shown: one key must not bring it back. */
export async function silence(trx: Trx, userId: string, alertId: string, now: Date): Promise<void> {
  await takeOffStream(trx, userId, alertId);
  await trx.updateTable('alerts').set({ taken_at: now }).where('id', '=', alertId).execute();
}

/** Overlays take the card away, and the queue is free at once. */
async function takeOffStream(trx: Trx, userId: string, alertId: string): Promise<void> {
  await takeCardAway(trx, userId, alertId);
  await trx
    .updateTable('alert_queues')
    .set({ last_sent_at: null, last_hold_ms: 0 })
    .where('user_id', '=', userId)
    .execute();
}

/** Overlays forget it: sent again, it is a card again. */
async function takeCardAway(trx: Trx, userId: string, alertId: string): Promise<void> {
  await emit(trx, { room: rooms.overlay(userId), name: 'alert_skipped', body: { alertId } });
}

/** Only a payment's alert speaks for its donation. */
async function lockDonation(trx: Trx, { kind, donation }: Alert): Promise<Donation | null> {
  return kind === 'payment' && donation !== null ? await loadDonation(trx, { id: donation.id }, true) : null;
}

function listOnStream(trx: Trx, userId: string): Promise<Alert[]> {
  const where = sql`a.state = 'queue' and a.sent_at is not null`;
  return listAlerts(trx, userId, { where, orderBy: sendingOrder, limit: 1000 });
}

function idOf({ donation, id }: Alert): string {
  return donation?.id ?? id;
}
