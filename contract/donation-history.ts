import * as z from 'zod/mini';

/** What may have happened to a donation. */
const historySteps = [
  'created',
  'payment',
  'paid',
  'paidLate',
  'expired',
  'failed',
  'held',
  'approved',
  'queued',
  'tray',
  'sent',
  'shown',
  'marked',
  'skipped',
  'dismissed',
  'rejected',
  'replayed',
  'blocked',
  'transferred',
] as const;
export type HistoryStepKind = (typeof historySteps)[number];

/** One thing that happened to a donation. */
const historyStep = z.object({
  what: z.enum(historySteps),
  at: z.string(),
  /** Who did it at the desk: a username, or a token's or link's name. Left out where nobody did, or it is not stored. */
  who: z.optional(z.string()),
  /** Of a payment and of the transfer. */
  signature: z.optional(z.string()),
  /** What a payment brought, in SOL or in the donation's token. */
  amount: z.optional(z.string()),
  /** Whether the chain can take a payment back no more. */
  isFinal: z.optional(z.boolean()),
  /** True for an alert that goes out without what is wrong with it. */
  isMasked: z.optional(z.literal(true)),
  /** Of an approval, true where nobody decided in time: the alert goes out without its text. */
  isUndecided: z.optional(z.literal(true)),
});
export type HistoryStep = z.infer<typeof historyStep>;

/** Reply of GET /donations/{id}/history: what is stored of a donation, oldest first. */
export const donationHistory = z.object({ steps: z.array(historyStep) });
