import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Takes what a change has answered as what is so now. A reading under way may be of before it, and is given up. */
export async function storeReply<Reply>(
  queries: QueryClient,
  queryKey: QueryKey,
  reply: Reply | ((before: Reply | undefined) => Reply | undefined),
): Promise<void> {
  await queries.cancelQueries({ queryKey });
  queries.setQueryData<Reply>(queryKey, reply);
}
