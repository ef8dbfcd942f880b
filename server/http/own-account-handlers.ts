import type { ownAccountRoutes } from '#contract/own-account-routes.ts';
import { deleteAccount, keepAccount, readDeletion } from '#server/app/accounts/account-deletion.ts';
import { downloadAccount } from '#server/app/accounts/download-account.ts';
import type { Ports } from '#server/app/ports.ts';
import { changeRetention, readRetention } from '#server/app/accounts/text-retention.ts';
import type { Handlers } from './handler.ts';

/** The calls about an account as a whole: taking everything along, how long donors' texts stay, and its end. */
export function createOwnAccountHandlers(ports: Ports): Pick<Handlers, keyof typeof ownAccountRoutes> {
  return {
    downloadAccount: (_, { session }) => downloadAccount(ports, session),
    accountDeletion: (_, { session }) => readDeletion(ports, session),
    deleteAccount: ({ body }, { session }) => deleteAccount(ports, session, body),
    keepAccount: (_, { session }) => keepAccount(ports, session),
    retention: (_, { session }) => readRetention(ports, session),
    changeRetention: ({ body }, { session }) => changeRetention(ports, session, body),
  };
}
