import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { type HeldTokens, heldTokens } from './held-tokens.ts';

/** What the generated wallet holds of tokens; undefined while that is being read for the first time. */
export function useHeldTokens(): HeldTokens | undefined {
  const { data, isPending, isError } = useQuery({
    queryKey: queryKeys.walletTokens,
    queryFn: () => call('walletTokens'),
    staleTime: 0,
  });
  return isPending ? undefined : heldTokens(data, isError);
}
