import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';

/** The streamer's block list. */
export function useBlocks() {
  return useQuery({ queryKey: queryKeys.blocks, queryFn: () => call('listBlocks') });
}
