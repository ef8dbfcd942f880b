import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PostKind } from '#contract/posts.ts';
import type { RouteReply } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { storeReply } from '#web/lib/store-reply.ts';

const placesKey = ['post-places'] as const;

/** What the cache calls the last posts to a place. */
export const postsKey = (kind: PostKind) => ['posts', kind] as const;

/** While a code is waited for somebody looks at the page until it says 'connected'. */
const linkingMs = 2000;
const restingMs = 5000;

/** Where donations are told of. It follows what happens to them. */
export function usePostPlaces() {
  return useQuery({
    queryKey: placesKey,
    queryFn: () => call('postPlaces'),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ linking }) => linking !== null) === true ? linkingMs : restingMs,
  });
}

/** Takes over what a change has answered. */
export function useStorePlaces(): (places: RouteReply<'postPlaces'>) => Promise<void> {
  const queries = useQueryClient();
  return async (places) => {
    await storeReply(queries, placesKey, places);
    void queries.invalidateQueries({ queryKey: ['posts'] });
  };
}
