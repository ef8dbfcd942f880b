import type { secondFactorRoutes } from '#contract/second-factor-routes.ts';
import type { Ports } from '#server/app/ports.ts';
import {
  beginSecondFactor,
  readSecondFactor,
  replaceRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#server/app/accounts/second-factor.ts';
import type { Handlers } from './handler.ts';

/** The calls of two-step protection. */
export function createSecondFactorHandlers(ports: Ports): Pick<Handlers, keyof typeof secondFactorRoutes> {
  return {
    secondFactor: (_, { session }) => readSecondFactor(ports, session),
    beginSecondFactor: (_, { session }) => beginSecondFactor(ports, session),
    turnOnSecondFactor: ({ body }, { session }) => turnOnSecondFactor(ports, session, body),
    turnOffSecondFactor: (_, { session }) => turnOffSecondFactor(ports, session),
    replaceRecoveryCodes: (_, { session }) => replaceRecoveryCodes(ports, session),
  };
}
