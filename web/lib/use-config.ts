import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '#contract/donation-routes.ts';
import { donorCall } from './donor-call.ts';
import { queryKeys } from './query.ts';

const untilKnown: PublicConfig = {
  network: 'devnet',
  networkLabel: 'Solana Devnet',
  sandbox: false,
  explorerUrl: null,
  socialUrl: null,
  publicUrl: '',
  fiatCurrency: null,
  operator: { name: null, contact: null },
};

/** Network facts of this installation; the spec's network until the answer is there. */
export function useConfig(): PublicConfig {
  const { data } = useQuery({
    queryKey: queryKeys.config,
    queryFn: () => donorCall('config'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? untilKnown;
}
