import { type RawBuilder, sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import type { ReplayWish } from '#server/app/alert-ports.ts';
import type { Alert } from '#server/app/desk/alert-view.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import { alertStateOf, isOnStream, isPutAway, play } from '#server/domain/alert.ts';
import type { Donation } from '#server/domain/donation.ts';
import { judgeDonation } from '#server/domain/moderation/judge-donation.ts';
import { hasReceived } from '#server/domain/token-side.ts';
import { listAlerts, loadAlert, sendingOrder } from './alert-rows.ts';
import { readAlertSettings } from './alert-settings-store.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { storeAlert, tellStreamer } from './decide-alerts.ts';
import { writeDeskLog } from './desk-log.ts';
import { loadDonation } from '#server/postgres/donations/donation-rows.ts';
import { findLastShown } from './last-shown.ts';
import { leftOutCondition, noteApproval } from './left-out.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/** More replays than this do not wait at once: a key that is held down makes no more. */
const mostReplays = 20;

/**
 * Shows a donation once more, or the last that overlays showed. It goes next, masked as it was at any time before. One
 * whose own alert was not yet shown is played instead: two cards for one donation would be one too many.
 */
export async function replayDonation(trx: Trx, by: DeskCaller, wanted: ReplayWish, now: Date): Promise<void> {
  await wakeQueue(trx, by.userId);
  const donation = await findDonation(trx, by, wanted);
  const alerts = await listAlerts(trx, by.userId, {
    where: sql`a.donation_id = ${donation.id} and (a.kind = 'payment' or a.state <> 'settled')`,
    orderBy: sendingOrder,
    limit: mostReplays + 1,
  });
  const payment = alerts.find(({ kind }) => kind === 'payment');
  if (payment !== undefined && alertStateOf(payment) !== 'settled' && !isOnStream(payment)) {
    const after = { ...play(payment, now), goesNext: true };
    await storeAlert(trx, by, { before: payment, after, donation: null }, now);
  } else if (alerts.length > mostReplays) return;
  else {
    await insertReplay(trx, by, donation, payment);
    if (isPutAway(donation)) await tellStreamer(trx, donation);
  }
  await writeDeskLog(trx, by, 'replay', donation.donatorName);
  await tellWaiting(trx, by.userId);
}

/** Something must have come for it. A blocked one is shown again by nobody but the streamer. */
async function findDonation(trx: Trx, by: DeskCaller, wanted: ReplayWish): Promise<Donation> {
  const id = await findDonationId(trx, by.userId, wanted);
  if (id === null) throw new Problem('nothing_to_replay');
  const donation = await loadDonation(trx, { id });
  if (donation === null || donation.userId !== by.userId) throw new Problem('donation_not_found');
  if (donation.failedAt !== null || !hasReceived(donation)) throw new Problem('donation_not_paid');
  if (donation.paidAt === null && donation.expiredAt === null) throw new Problem('donation_not_paid');
  if (donation.blockedAt !== null && by.role !== 'streamer') {
    throw new Problem('nothing_to_replay', 'This donation is blocked. Only the streamer can show it.');
  }
  return donation;
}

async function findDonationId(
  trx: Trx,
  userId: string,
  { alertId, donationId }: ReplayWish,
): Promise<string | null> {
  if (alertId === undefined) return donationId ?? (await findLastShown(trx, userId));
  const alert = await loadAlert(trx, { userId, alertId });
  if (alert === null) throw new Problem('alert_not_found');
  return alert.donation?.id ?? null;
}

async function hasAlert(trx: Trx, { id, userId }: Donation, that: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql`
    select from alerts where user_id = ${userId} and donation_id = ${id} and ${that} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Shows a donation once more for somebody who has looked at it: as the word lists had it, unless it was rejected. */
export async function playApproved(trx: Trx, by: DeskCaller, donation: Donation, now: Date): Promise<void> {
  await noteApproval(trx, by, donation.id, now);
  const [payment] = await listAlerts(trx, donation.userId, {
    where: sql`a.donation_id = ${donation.id} and a.kind = 'payment'`,
    orderBy: sendingOrder,
    limit: 1,
  });
  await insertReplay(trx, by, { ...donation, blockedAt: null }, payment);
}

/** Somebody asks for it, so nothing holds it: only what the lists find counts. */
async function judgeByHand(trx: Trx, donation: Donation) {
  const settings = await readAlertSettings(trx, donation.userId);
  return judgeDonation({ ...donation, hasClip: donation.clip !== null, isOfNewDonor: false }, settings);
}

/**
 * Masked as it was, where nobody approved what a list found, and where it is left out or blocked: then without any found
 * words, for what a list has found besides is not what is wrong with it. A replay that was masked masks those after it.
 */
async function insertReplay(
  trx: Trx,
  by: DeskCaller,
  donation: Donation,
  payment: Alert | undefined,
): Promise<void> {
  const { isMasked, foundWords, approvedAt } = payment ?? {
    ...(await judgeByHand(trx, donation)),
    approvedAt: null,
  };
  const isWhole = donation.blockedAt !== null || (await hasAlert(trx, donation, leftOutCondition));
  const isFound = foundWords.length > 0 && approvedAt === null;
  await trx
    .insertInto('alerts')
    .values({
      user_id: donation.userId,
      donation_id: donation.id,
      kind: 'replay',
      goes_next: true,
      asked_by: by.name,
      is_masked:
        isWhole ||
        isMasked ||
        isFound ||
        (await hasAlert(trx, donation, sql<boolean>`kind = 'replay' and is_masked`)),
      found_words: isWhole ? [] : foundWords,
    })
    .execute();
}
