import * as z from 'zod/mini';
import { ok, type Route } from './route.ts';

/**
 * What a person types as a code: six digits of the app, or a recovery code. How it is written does not matter here; a
 * code that is none is a wrong one.
 */
export const typedCode = z.string().check(z.maxLength(64));

const secondFactor = z.object({
  isOn: z.boolean(),
  /** ISO 8601; null while it is off. */
  since: z.nullable(z.string()),
  recoveryCodesLeft: z.number(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Two-step protection: a code besides the password before keys, payout address and password. */
export const secondFactorRoutes = {
  secondFactor: {
    method: 'GET',
    path: '/account/second-factor',
    summary: 'Whether two-step protection is on, and how many recovery codes are left.',
    access: 'streamer',
    status: 200,
    reply: secondFactor,
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/begin',
    summary:
      'A new secret for an authenticator app, within 15 minutes of the password. It asks for nothing until a code of it came.',
    access: 'streamer',
    status: 200,
    secret: true,
    reply: z.object({ secret: z.string(), uri: z.string() }),
  },
  turnOnSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/on',
    summary:
      'Turn two-step protection on with a code of that secret. The recovery codes are in this reply only.',
    access: 'streamer',
    status: 200,
    secret: true,
    body: z.object({ code: typedCode }),
    reply: recoveryCodes,
  },
  turnOffSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/off',
    summary:
      'Turn two-step protection off, within 15 minutes of password and code. Repeating it changes nothing.',
    access: 'streamer',
    status: 200,
    reply: ok,
  },
  replaceRecoveryCodes: {
    method: 'POST',
    path: '/account/second-factor/recovery-codes',
    summary: 'Ten new recovery codes instead of the old ones, within 15 minutes of password and code.',
    access: 'streamer',
    status: 200,
    secret: true,
    reply: recoveryCodes,
  },
} as const satisfies Record<string, Route>;
