import { Problem } from '#contract/problem.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import { applyUnblocked } from '#server/domain/donation.ts';
import { hasReceived } from '#server/domain/token-side.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { writeDeskLog } from './desk-log.ts';
import { loadDonation } from '#server/postgres/donations/donation-rows.ts';
import { playApproved } from './replay-donation.ts';
import { saveDonation } from '#server/postgres/donations/save-donation.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/**
 * Takes the block of a donation back. What the block settled stays settled; it may be replayed, and with `show` it plays
 * next: as the word lists had it, for whoever wants that has seen it.
 */
export async function unblockDonation(
  trx: Trx,
  by: DeskCaller,
  donationId: string,
  { show, now }: { show: boolean; now: Date },
): Promise<void> {
  const donation = await loadDonation(trx, { id: donationId }, true);
  if (donation === null || donation.userId !== by.userId) throw new Problem('donation_not_found');
  const unblocked = applyUnblocked(donation);
  if (unblocked === donation) return;
  await wakeQueue(trx, by.userId);
  await saveDonation(trx, donation, unblocked);
  if (show && hasReceived(donation)) await playApproved(trx, by, donation, now);
  await writeDeskLog(trx, by, 'unblock', donation.donatorName);
  await tellWaiting(trx, by.userId);
}
