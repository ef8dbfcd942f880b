import * as z from 'zod/mini';
import { byId, type Route } from './route.ts';

/** A Solana address in base58. */
const address = z.string().check(z.minLength(32), z.maxLength(44));
/** A transaction on the wire, at most 1232 bytes, in base64. */
const wireTransaction = z.string().check(z.minLength(1), z.maxLength(1700));

/** Paying from a wallet in the browser: the server builds and sends, the wallet only signs. */
export const walletPaymentRoutes = {
  buildPayment: {
    method: 'POST',
    path: '/donations/:id/payment',
    summary: 'Build a transfer from a wallet to the address of a donation, for the wallet to sign.',
    access: 'anyone',
    status: 200,
    params: byId,
    body: z.object({
      payer: address,
      /** SOL; at least what is missing to the minimum. The network's fee comes on top. */
      amount: z.number().check(z.gte(0.000_000_001), z.lte(1_000_000)),
    }),
    reply: z.object({ transaction: z.string() }),
  },
  sendPayment: {
    method: 'POST',
    path: '/donations/:id/payment/send',
    summary: 'Send a signed transfer to the chain that this server watches. Repeating it pays once.',
    access: 'anyone',
    status: 200,
    params: byId,
    body: z.object({ transaction: wireTransaction }),
    reply: z.object({
      signature: z.string(),
      /**
       * `seen`: the chain has it. `sent`: a node took it. `unknown`: no node has answered yet, so it may still arrive.
       * None of them says that the donation is paid: its status does.
       */
      state: z.enum(['seen', 'sent', 'unknown']),
    }),
  },
} as const satisfies Record<string, Route>;
