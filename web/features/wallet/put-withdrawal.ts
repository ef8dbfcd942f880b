import type { QueryClient } from '@tanstack/react-query';
import type { Wallet, Withdrawal } from '#contract/wallet.ts';
import { queryKeys } from '#web/lib/query.ts';

/** Shows a withdrawal on the wallet's page at once. The balance stays of when it was read. */
export function putWithdrawal(queries: QueryClient, withdrawal: Withdrawal): void {
  const { dataUpdatedAt = 0 } = queries.getQueryState(queryKeys.wallet) ?? {};
  queries.setQueryData<Wallet>(queryKeys.wallet, (wallet) => wallet && { ...wallet, withdrawal }, {
    updatedAt: dataUpdatedAt,
  });
}
