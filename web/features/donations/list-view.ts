import { type DonationStatus, donationStatuses } from '#contract/donation.ts';
import { defaultPageSize, type DonationFilter, pageSizes } from './donation-list.ts';

/** What of the list is seen: the filter, the page and its size. It stands in the address, so that reload and back keep it. */
export interface ListView extends DonationFilter {
  page: number;
  size: number;
}

/** The most that can be typed into the search. */
export const longestSearch = 200;
const lastPage = 10_000_000;

/** The view that an address names; what it does not name, or names wrongly, is as at the start. */
export function readView(address: URLSearchParams): ListView {
  const status = address.get('status');
  // The most is a hundred (spec §5), whatever is asked for.
  const size = Math.min(Number(address.get('size')), Math.max(...pageSizes));
  const page = Number(address.get('page'));
  return {
    search: (address.get('search') ?? '').trim().slice(0, longestSearch),
    status: isStatus(status) ? status : 'ALL',
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
    size: pageSizes.find((offered) => offered === size) ?? defaultPageSize,
  };
}

/** The address of a view; what is as at the start is left out. */
export function writeView({ search, status, page, size }: ListView): URLSearchParams {
  const address = new URLSearchParams();
  if (search.trim() !== '') address.set('search', search.trim());
  if (status !== 'ALL') address.set('status', status);
  if (size !== defaultPageSize) address.set('size', String(size));
  if (page !== 1) address.set('page', String(page));
  return address;
}

/** Whether a filter hides anything. */
export function isNarrowed({ search, status }: DonationFilter): boolean {
  return search.trim() !== '' || status !== 'ALL';
}

function isStatus(text: string | null): text is DonationStatus {
  return donationStatuses.some((status) => status === text);
}
