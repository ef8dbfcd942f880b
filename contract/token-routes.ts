import * as z from 'zod/mini';
import { id, type Route } from './route.ts';
import { streamerToken, token, tokenAmount } from './tokens.ts';

/** A streamer's choice of the tokens that the operator allows, and those in their wallet. */
export const tokenRoutes = {
  myTokens: {
    method: 'GET',
    path: '/tokens',
    summary: 'The tokens that the operator allows, and which of them donors may pay in. Empty: SOL alone.',
    access: 'streamer',
    status: 200,
    reply: z.object({ data: z.array(streamerToken) }),
  },
  changeToken: {
    method: 'PUT',
    path: '/tokens/:mint',
    summary:
      'Take a token or no longer, from an amount on. Donations that were created before stay as they are.',
    access: 'streamer',
    status: 200,
    params: z.object({ mint: id }),
    /** `minAmount` in the token, as text; left out, it stays. */
    body: z.object({ isOn: z.boolean(), minAmount: z.optional(tokenAmount) }),
    reply: streamerToken,
  },
  walletTokens: {
    method: 'GET',
    path: '/wallet/tokens',
    summary: 'What the generated wallet holds of each token, as the chain has it now.',
    access: 'streamer',
    status: 200,
    reply: z.object({
      /** Tokens that the operator allows, and those of earlier donations. `amount` null: no node answers; unknown, not 0. */
      data: z.array(z.extend(token, { amount: z.nullable(z.string()) })),
    }),
  },
} as const satisfies Record<string, Route>;
