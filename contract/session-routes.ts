import * as z from 'zod/mini';
import { accountSettings, credentials, registration, user } from './account.ts';
import { ok, type Route } from './route.ts';
import { typedCode } from './second-factor-routes.ts';

const session = { user, token: z.string() };

/** Accounts and sessions. */
export const sessionRoutes = {
  register: {
    method: 'POST',
    path: '/auth/register',
    summary:
      'Create an account and its wallet. The private key is in this reply and in no other but export-key; the recovery code sets a new password once.',
    access: 'anyone',
    status: 201,
    secret: true,
    body: registration,
    reply: z.object({
      ...session,
      walletPrivateKey: z.string(),
      donationLink: z.string(),
      recoveryCode: z.string(),
    }),
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in.',
    access: 'anyone',
    status: 200,
    secret: true,
    body: credentials,
    reply: z.object(session),
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session on the server.',
    access: 'streamer',
    status: 200,
    reply: ok,
  },
  confirmPassword: {
    method: 'POST',
    path: '/auth/confirm',
    summary:
      'Type the password again, and a code where two-step protection is on: opens key export and payout address for 15 minutes.',
    access: 'streamer',
    status: 200,
    body: z.object({ password: credentials.shape.password, code: z.optional(typedCode) }),
    reply: z.object({ confirmedUntil: z.string() }),
  },
  usersMe: {
    method: 'GET',
    path: '/users/me',
    summary: 'The signed-in streamer.',
    access: 'streamer',
    status: 200,
    reply: user,
  },
  authMe: {
    method: 'GET',
    path: '/auth/me',
    summary: 'The same as /users/me.',
    access: 'streamer',
    status: 200,
    reply: user,
  },
  exportKey: {
    method: 'GET',
    path: '/users/export-key',
    summary:
      'The private key of the generated wallet, base58 as wallets import it; within 15 minutes of the password, and of a code where two-step protection is on.',
    access: 'streamer',
    status: 200,
    secret: true,
    reply: z.object({ privateKey: z.string() }),
  },
  changeAccount: {
    method: 'PUT',
    path: '/account',
    summary: 'Time zone, payout address, and whether donations are accepted.',
    access: 'streamer',
    status: 200,
    body: accountSettings,
    reply: user,
  },
} as const satisfies Record<string, Route>;
