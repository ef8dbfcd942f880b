import type { tokenRoutes } from '#contract/token-routes.ts';
import type { Ports } from '#server/app/ports.ts';
import { changeToken, listTokens, walletTokens } from '#server/app/money/tokens.ts';
import type { Handlers } from './handler.ts';

/** The calls about tokens beside SOL. */
export function createTokenHandlers(ports: Ports): Pick<Handlers, keyof typeof tokenRoutes> {
  return {
    myTokens: (_, { session }) => listTokens(ports, session.userId),
    changeToken: (input, { session }) => changeToken(ports, session.userId, input),
    walletTokens: (_, { session }) => walletTokens(ports, session.userId),
  };
}
