import { useMyTokens } from '#web/lib/use-my-tokens.ts';

/** The tokens of the settings; their section is not there while nothing is known of them, and where there are none. */
export function useTokenSection() {
  const query = useMyTokens();
  const isThere = query.data === undefined ? query.isFetched : query.data.data.length > 0;
  return { ...query, isThere };
}
