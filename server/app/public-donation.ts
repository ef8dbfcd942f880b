import type { PublicDonation } from '#contract/donation.ts';
import { Problem } from '#contract/problem.ts';
import type { Ports } from './ports.ts';
import { presentPublic } from './present-donation.ts';

/** All that a donor's page needs to be opened again. Throws `Problem('donation_not_found')`. */
export async function readPublicDonation(
  ports: Pick<Ports, 'donations' | 'streamers'>,
  id: string,
): Promise<PublicDonation> {
  const donation = await ports.donations.find(id);
  const streamer = donation === null ? null : await ports.streamers.find(donation.userId);
  if (donation === null || streamer === null) throw new Problem('donation_not_found');
  return presentPublic(donation, streamer);
}
