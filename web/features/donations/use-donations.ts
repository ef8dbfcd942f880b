import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DonationStatus, ListedDonation } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { countByStatus, filterDonations, filterQuery, type Page, pageFrom, pageOf } from './donation-list.ts';
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

type WholeList = RouteReply<'myDonations'>;

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
 * The page of the list that a view asks for, from the server or from the whole list, which nobody can tell by the looks
 * of it. The first page always comes from the server: how long the list is it learns with it, and reads a short one
 * whole only then. A page of the server follows the settled view; until its answer is there, the one before stays.
 */
export function useDonations(view: ListView, settled: ListView): Donations {
  const queries = useQueryClient();
  const known = queries.getQueryData<WholeList>(queryKeys.donations);
  const part = useQuery({
    queryKey: [...queryKeys.donations, 'page', settled],
    queryFn: () => searchPage(settled),
    enabled: !isShort(known?.total),
    placeholderData: keepPreviousData,
  });
  const whole = useQuery({
    queryKey: queryKeys.donations,
    queryFn: () => call('myDonations', { query: { limit: longestLocalList } }),
    enabled: ({ state }) => isShort(state.data?.total ?? part.data?.total),
  });
  const list = isShort(whole.data?.total) ? whole.data?.data : undefined;
  const local = useMemo(() => (list === undefined ? null : cut(list, view)), [list, view]);
  const source = local === null ? part : whole;
  return {
    shown: source.error === null ? (local ?? part.data ?? null) : null,
    error: source.error,
    isFetching: source.isFetching,
    isBehind: local === null && (part.isPlaceholderData || view.search.trim() !== settled.search),
    refetch: () => void source.refetch(),
  };
}

function isShort(total: number | undefined): boolean {
  return total !== undefined && total <= longestLocalList;
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

async function searchPage({ page, size, ...filter }: ListView): Promise<ShownDonations> {
  const { data, found, counts } = await call('searchDonations', {
    query: { ...filterQuery(filter), page, size },
  });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { counts, total, found, page: pageFrom(data, { page, size, found }) };
}
