import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DonationStatus, ListedDonation } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { countByStatus, filterDonations, type Page, pageFrom, pageOf } from './donation-list.ts';
import type { ListView } from './list-view.ts';

/** A list of up to so many donations is searched, filtered and paged here (spec §4); a longer one by the server. */
const longestLocalList = 500;

/** A page of the list and what stands around it. */
export interface ShownDonations {
  /** Of all donations, whatever the filter. */
  counts: Record<DonationStatus, number>;
  total: number;
  /** How many match the filter. */
  found: number;
  page: Page<ListedDonation>;
}

interface Donations {
  /** Null while there is nothing to show: it loads, or it failed. */
  shown: ShownDonations | null;
  error: Error | null;
  isFetching: boolean;
  /** True while what is shown is the answer to an earlier view. */
  isBehind: boolean;
  refetch: () => void;
}

/**
 * The page of the list that a view asks for, from the whole list or from the server, which nobody can tell by the
 * looks of it. A long list follows the settled view; until its answer is there, the one before stays.
 */
export function useDonations(view: ListView, settled: ListView): Donations {
  const whole = useQuery({
    queryKey: queryKeys.donations,
    queryFn: () => call('myDonations', { query: { limit: longestLocalList } }),
    enabled: ({ state }) => !isLong(state.data),
  });
  const isServed = isLong(whole.data);
  const part = useQuery({
    queryKey: [...queryKeys.donations, 'page', settled],
    queryFn: () => searchPage(settled),
    enabled: isServed,
    placeholderData: keepPreviousData,
  });
  const list = whole.data?.data;
  const local = useMemo(() => (list === undefined ? null : cut(list, view)), [list, view]);
  const source = isServed ? part : whole;
  const shown = isServed ? (part.data ?? null) : local;
  return {
    shown: source.error === null ? shown : null,
    error: source.error,
    isFetching: source.isFetching,
    isBehind: isServed && (part.isPlaceholderData || view.search.trim() !== settled.search),
    refetch: () => void source.refetch(),
  };
}

/** A list never becomes shorter: once it is long, it is asked for in pages. */
function isLong(list: RouteReply<'myDonations'> | undefined): boolean {
  return list !== undefined && list.total > longestLocalList;
}

function cut(list: readonly ListedDonation[], view: ListView): ShownDonations {
  const filtered = filterDonations(list, view);
  return {
    counts: countByStatus(list),
    total: list.length,
    found: filtered.length,
    page: pageOf(filtered, view.page, view.size),
  };
}

async function searchPage({ search, status, page, size }: ListView): Promise<ShownDonations> {
  const { data, found, counts } = await call('searchDonations', {
    query: {
      search: search === '' ? undefined : search,
      status: status === 'ALL' ? undefined : status,
      page,
      size,
    },
  });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { counts, total, found, page: pageFrom(data, { page, size, found }) };
}
