import type { QueryClient } from '@tanstack/react-query';
import type { ListedDonation } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import { queryKeys } from './query.ts';

/**
 * The list with this donation in its newest state; a donation that is not in it comes first. What its alert waits for stays
 * until the list is read again where the change does not say it; with another status it is not known until then.
 */
export function withDonation(list: readonly ListedDonation[], changed: ListedDonation): ListedDonation[] {
  const known = list.some((donation) => donation.id === changed.id);
  if (!known) return [changed, ...list];
  return list.map((donation) =>
    donation.id === changed.id
      ? { ...(donation.status === changed.status && waitingIn(donation)), ...changed }
      : donation,
  );
}

function waitingIn({ waiting }: ListedDonation): Pick<ListedDonation, 'waiting'> {
  return waiting === undefined ? {} : { waiting };
}

/** Puts a changed donation into the donations list's cache, if that list has been loaded. */
export function keepDonation(queries: QueryClient, changed: ListedDonation): void {
  queries.setQueryData<RouteReply<'myDonations'>>(queryKeys.donations, (list) => {
    if (list === undefined) return undefined;
    const data = withDonation(list.data, changed);
    return { data, total: list.total + data.length - list.data.length };
  });
}
