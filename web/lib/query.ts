import { QueryClient } from '@tanstack/react-query';

/** Keys of what the caches hold, so that sockets and pages name the same thing. */
export const queryKeys = {
  config: ['config'],
  solPrice: ['sol-price'],
  dashboard: ['dashboard'],
  donationLink: ['donation-link'],
  donations: ['donations'],
  desk: ['desk'],
  wallet: ['wallet'],
  walletEntries: ['wallet-entries'],
  walletTokens: ['wallet-tokens'],
  myTokens: ['my-tokens'],
  widgets: ['widgets'],
  alertSettings: ['alert-settings'],
  alertLog: ['alert-log'],
  alertRules: ['alert-rules'],
  blocks: ['blocks'],
  accessTokens: ['access-tokens'],
  secondFactor: ['second-factor'],
  recoveryCode: ['recovery-code'],
  retention: ['retention'],
  deletion: ['deletion'],
  donationPage: (linkCode: string) => ['donation-page', linkCode],
  publicDonation: (id: string) => ['public-donation', id],
  donationStatus: (id: string) => ['donation-status', id],
} as const;

/** A failed call is shown at once and repeated by the person, so nothing is retried behind their back. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network a call fails at once and is said to have failed, instead of waiting without a word.
      queries: { retry: false, staleTime: 5000, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
