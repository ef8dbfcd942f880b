import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads anew what pages show, after an event has told of a change.
 *
 * A reading under way may be of before the change, so it is given up for a new one. Of what has never been read the library
 * gives none up: there another one follows.
 */
export function readAfterChange(queries: QueryClient, queryKey: QueryKey): void {
  const firstReadings = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  void queries.invalidateQueries({ queryKey });
  for (const { queryKey: exactKey, promise } of firstReadings) void readBehind(queries, exactKey, promise);
}

async function readBehind(
  queries: QueryClient,
  queryKey: QueryKey,
  reading: Promise<unknown> | undefined,
): Promise<void> {
  // Who asked for it is told of its error.
  await reading?.catch(() => undefined);
  // Where several changes came meanwhile, one reading follows.
  await queries.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
}
