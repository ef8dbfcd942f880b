import type { QueryClient } from '@tanstack/react-query';
import type { ListedDonation } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import { queryKeys } from './query.ts';

/** A donation of the list; one that only an event has told of since does not say what its alert waits for. */
export type KnownDonation = ListedDonation & { isOnlyTold?: true };

/**
 * The list with this donation in its newest state; a donation that is not in it comes first. What its alert waits for stays
 * until the list is read again where the change does not say it; with another status it is not known until then.
 */
export function withDonation(list: readonly KnownDonation[], changed: ListedDonation): KnownDonation[] {
  const before = list.find((donation) => donation.id === changed.id);
  const now = { ...(changed.waiting === undefined && alertBefore(before, changed)), ...changed };
  if (before === undefined) return [now, ...list];
  return list.map((donation) => (donation === before ? now : donation));
}

function alertBefore(
  before: KnownDonation | undefined,
  { status }: ListedDonation,
): Pick<KnownDonation, 'waiting' | 'isOnlyTold'> {
  if (before?.status !== status) return { isOnlyTold: true };
  const { waiting, isOnlyTold } = before;
  return { ...(waiting !== undefined && { waiting }), ...(isOnlyTold && { isOnlyTold }) };
}

/** Puts a changed donation into the donations list's cache, if that list has been loaded. */
export function keepDonation(queries: QueryClient, changed: ListedDonation): void {
  queries.setQueryData<RouteReply<'myDonations'>>(queryKeys.donations, (list) => {
    if (list === undefined) return undefined;
    const data = withDonation(list.data, changed);
    return { data, total: list.total + data.length - list.data.length };
  });
}
