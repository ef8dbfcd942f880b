import { useQuery } from '@tanstack/react-query';
import type { SolPrice } from '#contract/fiat.ts';
import { donorCall } from './donor-call.ts';
import { queryKeys } from './query.ts';
import { useConfig } from './use-config.ts';

const renewEveryMs = 60_000;

/** What one SOL costs as the server knows it, renewed every minute; null while it knows none, or shows none at all. */
export function useSolPrice(): SolPrice | null {
  const { fiatCurrency } = useConfig();
  const { data } = useQuery({
    queryKey: queryKeys.solPrice,
    queryFn: () => donorCall('solPrice'),
    enabled: fiatCurrency !== null,
    refetchInterval: renewEveryMs,
    staleTime: renewEveryMs / 2,
  });
  return data?.price ?? null;
}
