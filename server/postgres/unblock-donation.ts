import { Problem } from '#contract/problem.ts';
import type { DeskCaller } from '#server/app/desk-caller.ts';
import { applyUnblocked } from '#server/domain/donation.ts';
import type { Trx } from './database.ts';
import { writeDeskLog } from './desk-log.ts';
import { loadDonation } from './donation-rows.ts';
import { saveDonation } from './save-donation.ts';
import { tellWaiting } from './waiting-alerts.ts';

/** Takes the block of a donation back. What the block settled stays settled; it may be replayed. */
export async function unblockDonation(trx: Trx, by: DeskCaller, donationId: string): Promise<void> {
  const donation = await loadDonation(trx, { id: donationId }, true);
  if (donation === null || donation.userId !== by.userId) throw new Problem('donation_not_found');
  const unblocked = applyUnblocked(donation);
  if (unblocked === donation) return;
  await saveDonation(trx, donation, unblocked);
  await writeDeskLog(trx, by, 'unblock', donation.donatorName);
  await tellWaiting(trx, by.userId);
}
