import type { RouteReply } from '#contract/routes.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import type { Ports } from './ports.ts';

/** Count and sum of paid donations, gross; today by the streamer's time zone. */
export async function donationStats(
  ports: Pick<Ports, 'donations'>,
  userId: string,
): Promise<RouteReply<'donationStats'>> {
  const { totalDonations, totalLamports, todayDonations } = await ports.donations.stats(userId);
  return { totalDonations, totalAmount: lamportsToSol(totalLamports), todayDonations };
}
