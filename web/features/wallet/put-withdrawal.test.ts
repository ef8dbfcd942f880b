import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Wallet, Withdrawal } from '#contract/wallet.ts';
import { queryKeys } from '#web/lib/query.ts';
import { putWithdrawal } from './put-withdrawal.ts';

it('a withdrawal is shown beside the balance, which is no fresher for it', () => {
  const queries = new QueryClient();
  const wallet: Wallet = { address: 'here', balance: 0.5, payoutAddress: null, withdrawal: null };
  const withdrawal = { id: 'one', status: 'waiting' } as Withdrawal;
  queries.setQueryData<Wallet>(queryKeys.wallet, wallet, { updatedAt: 1000 });
  putWithdrawal(queries, withdrawal);
  expect(queries.getQueryState(queryKeys.wallet)).toMatchObject({
    data: { ...wallet, withdrawal },
    dataUpdatedAt: 1000,
  });
});
