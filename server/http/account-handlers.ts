import type { accountRoutes } from '#contract/account-routes.ts';
import { changePassword } from '#server/app/accounts/change-password.ts';
import { endOtherSessions, endSession } from '#server/app/accounts/end-session.ts';
import { listSessions } from '#server/app/accounts/list-sessions.ts';
import type { Ports } from '#server/app/ports.ts';
import type { Handlers } from './handler.ts';

/** The calls about who is signed in where, and the password. */
export function createAccountHandlers(ports: Ports): Pick<Handlers, keyof typeof accountRoutes> {
  return {
    listSessions: (_, { session }) => listSessions(ports, session),
    endSession: ({ params }, { session }) => endSession(ports, session, params.id),
    endOtherSessions: (_, { session }) => endOtherSessions(ports, session),
    changePassword: ({ body }, { session }) => changePassword(ports, session, body),
  };
}
