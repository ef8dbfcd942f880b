import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads anew what pages show, after an event has told of a change.
 *
 * A reading under way may be of before the change. It is let end, so that events that come faster than answers do not keep a
 * page from ever being read, and another one follows.
 */
export async function readAfterChange(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const underWay = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  await Promise.allSettled(underWay.map(async ({ promise }) => await promise));
  // What began meanwhile began after the change.
  await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
