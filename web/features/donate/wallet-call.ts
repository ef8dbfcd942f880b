import { walletPaymentRoutes } from '#contract/wallet-payment-routes.ts';
import { callTable } from '#web/lib/call-table.ts';
import { storedToken } from '#web/lib/stored-token.ts';

/** The calls of paying from a wallet; a donor without one never loads them. */
export const walletCall = callTable(walletPaymentRoutes, {
  baseUrl: '/api',
  token: storedToken,
  pathname: () => location.pathname,
  onSessionLost: () => undefined,
});
