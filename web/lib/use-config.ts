import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '#contract/donation-routes.ts';
import { donorCall } from './donor-call.ts';
import { queryKeys } from './query.ts';

const untilKnown = {
  network: null,
  networkLabel: null,
  sandbox: false,
  explorerUrl: null,
  socialUrl: null,
  publicUrl: '',
  fiatCurrency: null,
  operator: { name: null, contact: null },
} as const;

/** Network facts of this installation; until the answer is there no network is named, for money goes where a page says. */
export function useConfig(): PublicConfig | typeof untilKnown {
  const { data } = useQuery({
    queryKey: queryKeys.config,
    queryFn: () => donorCall('config'),
    staleTime: Number.POSITIVE_INFINITY,
    // Nothing says that it failed, so nobody could repeat it.
    retry: true,
  });
  return data ?? untilKnown;
}
