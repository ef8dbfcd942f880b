import type { RouteReply } from '#contract/routes.ts';
import type { Ports } from './ports.ts';

/** The most that one call lists; the total says when there are more. */
const mostListed = 10_000;

/** The streamer's donations, newest first. */
export function listDonations(
  ports: Pick<Ports, 'donations'>,
  userId: string,
  limit: number = mostListed,
): Promise<RouteReply<'myDonations'>> {
  return ports.donations.list(userId, limit);
}
