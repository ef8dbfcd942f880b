import type { RouteReply } from '#contract/routes.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import { statusOf } from '#server/domain/donation.ts';
import type { Ports } from './ports.ts';
import { clipUrl } from './present-donation.ts';

/** Status and amount so far, from the books: reading it never asks the chain. Throws `Problem('donation_not_found')`. */
export async function readStatus(
  ports: Pick<Ports, 'donations'>,
  id: string,
): Promise<RouteReply<'donationStatus'>> {
  const donation = await ports.donations.find(id);
  if (donation === null) throw new Problem('donation_not_found');
  return {
    status: statusOf(donation),
    amount: lamportsToSol(donation.receivedLamports),
    mediaUrl: clipUrl(donation.clip),
  };
}
