import { lamportsToSol } from '#contract/lamports.ts';
import type { RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';

/** Days on the dashboard's chart. */
const usualDays = 14;

/** Paid donations by day in the streamer's time zone; the last day is today. */
export async function dailyDonations(
  ports: Pick<Ports, 'donations'>,
  userId: string,
  wantedDays: number = usualDays,
): Promise<RouteReply<'dailyDonations'>> {
  const { timeZone, days } = await ports.donations.daily(userId, wantedDays);
  return {
    timeZone,
    days: days.map(({ date, count, lamports }) => ({ date, count, amount: lamportsToSol(lamports) })),
  };
}
