import { sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import { applyBlocked } from '#server/domain/donation.ts';
import { findStillHeard, listAlerts, sendingOrder } from './alert-rows.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { writeDeskLog } from './desk-log.ts';
import { loadDonation } from '#server/postgres/donations/donation-rows.ts';
import { settleBlocked } from './settle-blocked.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/** Blocks a donation: whatever alerts of it are not settled are rejected, and taken off the stream. */
export async function blockDonation(trx: Trx, by: DeskCaller, donationId: string, now: Date): Promise<void> {
  const donation = await loadDonation(trx, { id: donationId }, true);
  if (donation === null || donation.userId !== by.userId) throw new Problem('donation_not_found');
  const blocked = applyBlocked(donation, now);
  if (blocked === donation) return;
  await wakeQueue(trx, by.userId);
  const open = await listAlerts(trx, by.userId, {
    where: sql`a.donation_id = ${donationId} and a.state <> 'settled'`,
    orderBy: sendingOrder,
    limit: 1000,
  });
  const heard = await findStillHeard(trx, by.userId);
  const alertIds = open.map(({ id }) => id);
  await settleBlocked(trx, by, { before: donation, after: blocked, alertIds, heard }, now);
  await writeDeskLog(trx, by, 'block', donation.donatorName);
  await tellWaiting(trx, by.userId);
}
