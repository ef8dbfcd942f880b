import * as z from 'zod/mini';
import { credentials } from './account.ts';
import { typedCode } from './second-factor-routes.ts';
import { token } from './tokens.ts';
import { validationTexts } from './validation-texts.ts';

/** How far a withdrawal is. The last three are ends; `failed` costs the network's fee, `not_sent` nothing. */
const withdrawalStatuses = ['waiting', 'sent', 'confirmed', 'final', 'failed', 'not_sent'] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** Why nothing of a withdrawal was sent. */
const unsentReasons = [
  /** No node answered in time, or the network did not take it in time. */
  'no_answer',
  /** What the wallet holds, or the network's fee, is no longer what was confirmed. */
  'changed',
  /** The network would not take it. */
  'refused',
  /** The server was restored from a back-up: it cannot know whether it was paid already. */
  'restored',
] as const;
export type UnsentReason = (typeof unsentReasons)[number];

/** Money that a streamer takes out of the generated wallet. Amounts are SOL, times ISO 8601. */
export const withdrawal = z.object({
  id: z.string(),
  status: z.enum(withdrawalStatuses),
  address: z.string(),
  /** What arrives there. */
  amount: z.number(),
  fee: z.number(),
  /** Everything was asked for, whatever it is by the time of the transfer. */
  isAll: z.boolean(),
  createdAt: z.string(),
  /** Until when it is tried while nothing of it was sent. */
  triedUntil: z.string(),
  /** When it came to its end, by the chain's time where it is final. */
  endedAt: z.nullable(z.string()),
  why: z.nullable(z.enum(unsentReasons)),
  /** Names the transfer on the chain; null while none was signed. */
  signature: z.nullable(z.string()),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** The streamer's generated wallet. */
export const wallet = z.object({
  address: z.string(),
  /** SOL; null when no node of the chain answers: unknown, and not 0. */
  balance: z.nullable(z.number()),
  /** SOL of donations that is passed on as soon as it is final, or is being passed on. Older servers do not say. */
  onItsWay: z.optional(z.number()),
  /** Where donations go instead; null: into this wallet. */
  payoutAddress: z.nullable(z.string()),
  /** The one that is under way, or ended within the last hour. */
  withdrawal: z.nullable(withdrawal),
  /**
   * Tokens that the operator allows, and those of earlier donations; how much of each, GET /wallet/tokens says. Older servers
   * do not say.
   */
  tokens: z.optional(z.array(token)),
});
export type Wallet = z.infer<typeof wallet>;

/** What an entry of the wallet's history is. `donation_fee`: the wallet paid for passing a donation on. */
const walletEntryKinds = ['donation', 'donation_fee', 'withdrawal', 'other'] as const;

/** A final transaction that changed what the wallet holds. */
const walletEntry = z.object({
  signature: z.string(),
  at: z.string(),
  kind: z.enum(walletEntryKinds),
  /** SOL, signed; fees that the wallet paid are in it. */
  amount: z.number(),
  /** What of it was the network's fee. */
  fee: z.number(),
  /** False: the chain took it up and refused it; only the fee was paid. */
  succeeded: z.boolean(),
  /** Only there for a donation that is still in the books. */
  donationId: z.optional(z.string()),
  /** Whose donation it was. */
  donatorName: z.nullable(z.string()),
  /** Where a withdrawal went. */
  address: z.nullable(z.string()),
});
export type WalletEntry = z.infer<typeof walletEntry>;

/** `reading`: older entries are still being read. `unknown`: no node answers, so newer ones may be missing. */
export const walletHistory = z.object({
  data: z.array(walletEntry),
  /** Ask with it for older ones; null: there are none. */
  next: z.nullable(z.string()),
  state: z.enum(['complete', 'reading', 'unknown']),
});

/** More than there is. */
const mostSol = 1_000_000_000;

const amount = z
  .number(validationTexts.withdrawalAmountMissing)
  .check(
    z.gte(0.000_000_001, validationTexts.withdrawalAmountMissing),
    z.lte(mostSol, validationTexts.withdrawalAmountTooLarge),
  );
const address = z
  .string(validationTexts.withdrawalAddressMissing)
  .check(z.minLength(1, validationTexts.withdrawalAddressMissing), z.maxLength(64));

/** Body of POST /wallet/quote. Amount in SOL; null: everything. */
export const withdrawalWish = z.object({ address, amount: z.nullable(amount) });

/** What a withdrawal would do. Amounts are SOL. */
export const withdrawalQuote = z.object({
  address: z.string(),
  amount: z.number(),
  fee: z.number(),
  /** What stays in the wallet. */
  remains: z.number(),
  /** What is offered for a unit of computing, in millionths of a lamport: the fee depends on it. Hand it back. */
  unitPrice: z.number(),
});
export type WithdrawalQuote = z.infer<typeof withdrawalQuote>;

/** Body of POST /wallet/withdrawals: what was quoted, under an id that the caller draws, with the password. */
export const withdrawalOrder = z.object({
  /** A random UUID; the same again is the same withdrawal. */
  id: z.uuid(),
  address,
  amount,
  isAll: z.boolean(),
  fee: z.number().check(z.gte(0), z.lte(1)),
  unitPrice: z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000)),
  password: credentials.shape.password,
  /** Needed where two-step protection is on. */
  code: z.optional(typedCode),
});
