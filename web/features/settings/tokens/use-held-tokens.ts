import { useQuery } from '@tanstack/react-query';
import { formatTokenSum } from '#contract/tokens.ts';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { hasCome } from '#web/ui/amount.tsx';

/** What the generated wallet holds of tokens, in words: '5.00 USDC'. Empty also while that is not known. */
export function useHeldTokens(): string[] {
  const { data } = useQuery({
    queryKey: queryKeys.walletTokens,
    queryFn: () => call('walletTokens'),
    staleTime: 0,
  });
  return (data?.data ?? []).flatMap(({ amount, ...token }) => {
    if (amount === null) return [];
    const sum = { ...token, amount };
    return hasCome({ amount: 0, token: sum }) ? [formatTokenSum(sum)] : [];
  });
}
