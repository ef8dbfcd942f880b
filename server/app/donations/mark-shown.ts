import type { ListedDonation } from '#contract/donation.ts';
import { Problem } from '#contract/problem.ts';
import { applyShown } from '#server/domain/donation.ts';
import type { Ports } from '#server/app/ports.ts';
import { presentDonation } from './present-donation.ts';

/**
 * The streamer marks a donation as shown. Repeating it changes nothing.
 * Throws `Problem`: `donation_not_found` (also for somebody else's), `donation_not_paid`.
 */
export async function markShown(
  ports: Pick<Ports, 'donations' | 'clock'>,
  { userId, donationId }: { userId: string; donationId: string },
): Promise<ListedDonation> {
  const donation = await ports.donations.change(donationId, (current) => {
    if (current.userId !== userId) throw new Problem('donation_not_found');
    if (current.paidAt === null || current.failedAt !== null) throw new Problem('donation_not_paid');
    return applyShown(current, 'marked', ports.clock.now());
  });
  return presentDonation(donation);
}
