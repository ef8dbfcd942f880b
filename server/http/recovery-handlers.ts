import type { recoveryRoutes } from '#contract/recovery-routes.ts';
import {
  readRecoveryCode,
  recoverByCode,
  recoverByWallet,
  recoveryMessage,
  replaceRecoveryCode,
} from '#server/app/accounts/account-recovery.ts';
import type { Ports } from '#server/app/ports.ts';
import type { Handlers } from './handler.ts';

/** The calls of an account whose password is lost, and of its recovery code. */
export function createRecoveryHandlers(ports: Ports): Pick<Handlers, keyof typeof recoveryRoutes> {
  return {
    recoveryMessage: ({ body }) => recoveryMessage(ports, body),
    recoverByWallet: ({ body }, { device }) => recoverByWallet(ports, body, device),
    recoverByCode: ({ body }, { device }) => recoverByCode(ports, body, device),
    recoveryCode: (_, { session }) => readRecoveryCode(ports, session),
    replaceRecoveryCode: (_, { session }) => replaceRecoveryCode(ports, session),
  };
}
