import * as z from 'zod/mini';
import { byId, type Route } from './route.ts';
import {
  wallet,
  walletHistory,
  withdrawal,
  withdrawalOrder,
  withdrawalQuote,
  withdrawalWish,
} from './wallet.ts';

/** The streamer's generated wallet: what is in it, what came and went, and taking it out. No API token opens these. */
export const walletRoutes = {
  wallet: {
    method: 'GET',
    path: '/wallet',
    summary:
      'The generated wallet: its balance as the chain has it now, and the withdrawal that is under way.',
    access: 'streamer',
    status: 200,
    reply: wallet,
  },
  walletEntries: {
    method: 'GET',
    path: '/wallet/entries',
    summary:
      'What came into the wallet and went out for good, newest first. `before`: `next` of the page before.',
    access: 'streamer',
    status: 200,
    query: z.object({
      before: z.optional(z.string().check(z.maxLength(120))),
      size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
    }),
    reply: walletHistory,
  },
  quoteWithdrawal: {
    method: 'POST',
    path: '/wallet/quote',
    summary: 'What a withdrawal would cost and leave. Nothing is stored or sent.',
    access: 'streamer',
    status: 200,
    body: withdrawalWish,
    reply: withdrawalQuote,
  },
  withdraw: {
    method: 'POST',
    path: '/wallet/withdrawals',
    summary:
      'Withdraw what was quoted, with the password and, where two-step protection is on, a code. Repeating it with the same id withdraws once.',
    access: 'streamer',
    status: 201,
    body: withdrawalOrder,
    reply: withdrawal,
  },
  withdrawal: {
    method: 'GET',
    path: '/wallet/withdrawals/:id',
    summary: 'How far a withdrawal is.',
    access: 'streamer',
    status: 200,
    params: byId,
    reply: withdrawal,
  },
} as const satisfies Record<string, Route>;
