import { dailyDonations } from '#server/app/donations/daily-donations.ts';
import { exportDonations } from '#server/app/donations/export-donations.ts';
import type { Ports } from '#server/app/ports.ts';
import { searchDonations } from '#server/app/donations/search-donations.ts';
import type { Handlers } from './handler.ts';

/** The calls of the streamer's donation list. */
export function createDonationListHandlers(
  ports: Ports,
): Pick<Handlers, 'searchDonations' | 'dailyDonations' | 'exportDonations'> {
  return {
    searchDonations: ({ query }, { account }) => searchDonations(ports, account.userId, query),
    dailyDonations: ({ query }, { account }) => dailyDonations(ports, account.userId, query.days),
    exportDonations: ({ query }, { account }) => exportDonations(ports, account.userId, query),
  };
}
