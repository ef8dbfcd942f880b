import * as z from 'zod/mini';
import { credentials, newPassword, user } from './account.ts';
import type { Route } from './route.ts';
import { typedCode } from './second-factor-routes.ts';

const username = credentials.shape.username;

/** A new session, and the recovery code that takes the place of the one before. */
const recovered = z.object({ user, token: z.string(), recoveryCode: z.string() });

/** Into an account whose password is lost: by its recovery code, or by a wallet that holds its key. */
export const recoveryRoutes = {
  recoveryMessage: {
    method: 'POST',
    path: '/auth/recovery/message',
    summary:
      'The message that proves a wallet once it is signed; good for 10 minutes and one new password. It is the same for a name that nobody has.',
    access: 'anyone',
    status: 200,
    secret: true,
    body: z.object({ username }),
    reply: z.object({ message: z.string() }),
  },
  recoverByWallet: {
    method: 'POST',
    path: '/auth/recovery/wallet',
    summary:
      'Set a new password with that message signed by the account’s generated wallet (64 bytes in base64). Every other session ends.',
    access: 'anyone',
    status: 200,
    secret: true,
    body: z.object({
      username,
      newPassword,
      message: z.string().check(z.maxLength(1000)),
      signature: z.string().check(z.maxLength(100)),
    }),
    reply: recovered,
  },
  recoverByCode: {
    method: 'POST',
    path: '/auth/recovery/code',
    summary:
      'Set a new password with the account’s recovery code, which is used up. Every other session ends.',
    access: 'anyone',
    status: 200,
    secret: true,
    body: z.object({ username, newPassword, code: typedCode }),
    reply: recovered,
  },
  recoveryCode: {
    method: 'GET',
    path: '/account/recovery-code',
    summary: 'Since when this account has a recovery code; null when it has none.',
    access: 'streamer',
    status: 200,
    reply: z.object({ since: z.nullable(z.string()) }),
  },
  replaceRecoveryCode: {
    method: 'POST',
    path: '/account/recovery-code',
    summary:
      'A new recovery code instead of the old one, within 15 minutes of the password, and of a code where two-step protection is on.',
    access: 'streamer',
    status: 200,
    secret: true,
    reply: z.object({ recoveryCode: z.string() }),
  },
} as const satisfies Record<string, Route>;
