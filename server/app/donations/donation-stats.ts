import type { RouteReply } from '#contract/routes.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import type { Ports } from '#server/app/ports.ts';
import { presentToken } from './present-donation.ts';

/** Count of paid donations, and the sum of each currency, gross; today by the streamer's time zone. */
export async function donationStats(
  ports: Pick<Ports, 'donations' | 'tokens'>,
  userId: string,
): Promise<RouteReply<'donationStats'>> {
  const { totalDonations, totalLamports, todayDonations } = await ports.donations.stats(userId);
  const totals = await ports.tokens.store.totals(userId);
  const tokens = totals.map(({ donations, ...token }) => ({ ...presentToken(token), donations }));
  const totalAmount = lamportsToSol(totalLamports);
  return { totalDonations, totalAmount, todayDonations, ...(tokens.length > 0 && { tokens }) };
}
