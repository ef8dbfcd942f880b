import type { walletRoutes } from '#contract/wallet-routes.ts';
import type { Ports } from '#server/app/ports.ts';
import { listWalletEntries, readWallet } from '#server/app/money/wallet.ts';
import { quoteWithdrawal, readWithdrawal, withdraw } from '#server/app/money/withdrawals.ts';
import type { Handlers } from './handler.ts';

/** The calls of the streamer's generated wallet. */
export function createWalletHandlers(ports: Ports): Pick<Handlers, keyof typeof walletRoutes> {
  return {
    wallet: (_, { session }) => readWallet(ports, session.userId),
    walletEntries: ({ query }, { session }) => listWalletEntries(ports, session.userId, query),
    quoteWithdrawal: ({ body }, { session }) => quoteWithdrawal(ports, session.userId, body),
    withdraw: ({ body }, { session }) => withdraw(ports, session.userId, body),
    withdrawal: ({ params }, { session }) => readWithdrawal(ports, session.userId, params.id),
  };
}
