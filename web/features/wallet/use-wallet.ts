import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Wallet, Withdrawal } from '#contract/wallet.ts';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';

/** How often the page asks while it is seen; hidden pages ask nothing. */
const balanceMs = 4000;
const underWayMs = 1000;
const entriesMs = 6000;
const readingMs = 1500;
const tokensMs = 10_000;

/** Whether a withdrawal has not come to its end. */
export function isUnderWay(withdrawal: Withdrawal | null): boolean {
  return withdrawal !== null && withdrawal.endedAt === null;
}

/** The wallet, followed while the page is seen. */
export function useWallet() {
  return useQuery({
    queryKey: queryKeys.wallet,
    queryFn: () => call('wallet'),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.withdrawal ?? null) ? underWayMs : balanceMs),
  });
}

/** What the wallet holds beside SOL, where there is anything to be held. */
export function useWalletTokens({ tokens }: Wallet) {
  return useQuery({
    queryKey: queryKeys.walletTokens,
    queryFn: () => call('walletTokens'),
    enabled: tokens?.length !== 0,
    refetchInterval: tokensMs,
  });
}

/** A page of its history; the newest one is followed. What changes with `wallet` has it asked at once. */
export function useWalletEntries(before: string | null, wallet: Wallet) {
  const follows = `${wallet.withdrawal?.id} ${wallet.withdrawal?.status}`;
  return useQuery({
    queryKey: [...queryKeys.walletEntries, before, before === null ? follows : ''],
    queryFn: () => call('walletEntries', { query: before === null ? {} : { before } }),
    refetchInterval: ({ state }) => {
      if (before !== null) return false;
      return state.data?.state === 'reading' ? readingMs : entriesMs;
    },
    placeholderData: keepPreviousData,
  });
}
