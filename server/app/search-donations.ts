import { cleanDonorText } from '#contract/donor-text.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Ports } from './ports.ts';

/** Donations on a page when nothing else is asked for (spec §9). */
const usualPageSize = 20;

/** A page of the streamer's donations. What is searched for is cleaned like the texts that it is searched in. */
export function searchDonations(
  ports: Pick<Ports, 'donations'>,
  userId: string,
  { search = '', status, page = 1, size = usualPageSize }: RouteInput<'searchDonations'>['query'],
): Promise<RouteReply<'searchDonations'>> {
  return ports.donations.search(userId, {
    search: cleanDonorText(search),
    status: status ?? null,
    page,
    size,
  });
}
