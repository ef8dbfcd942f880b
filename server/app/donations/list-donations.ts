import type { RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';

/** The most that one call lists; the total says when there are more. */
const mostListed = 10_000;

/** The streamer's donations, newest first; with `paid` those that count as paid. */
export function listDonations(
  ports: Pick<Ports, 'donations'>,
  userId: string,
  { limit = mostListed, paid }: { limit?: number | undefined; paid?: 'true' | undefined },
): Promise<RouteReply<'myDonations'>> {
  return paid === undefined ? ports.donations.list(userId, limit) : ports.donations.listPaid(userId, limit);
}
