import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query.ts';

/** The tokens that the operator allows, and which of them this streamer takes. */
export function useMyTokens() {
  return useQuery({ queryKey: queryKeys.myTokens, queryFn: () => call('myTokens') });
}
