import { cleanDonorText } from '#contract/donor-text.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { DonationFilter } from '#server/app/donation-reads.ts';
import type { Ports } from '#server/app/ports.ts';

/** Donations on a page when nothing else is asked for (spec §9). */
const usualPageSize = 20;

/** A page of the streamer's donations. */
export function searchDonations(
  ports: Pick<Ports, 'donations'>,
  userId: string,
  { page = 1, size = usualPageSize, ...filter }: RouteInput<'searchDonations'>['query'],
): Promise<RouteReply<'searchDonations'>> {
  return ports.donations.search(userId, { ...filterFrom(filter), page, size });
}

/** What of the list is wanted. What is searched for is cleaned like the texts that it is searched in. */
export function filterFrom({ search = '', status }: RouteInput<'exportDonations'>['query']): DonationFilter {
  return { search: cleanDonorText(search), status: status ?? null };
}
