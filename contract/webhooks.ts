import * as z from 'zod/mini';
import { blockedFor } from './block-kinds.ts';
import { donationStatuses, settledHows } from './donation.ts';
import { fiatAmount } from './fiat.ts';
import { tokenSum } from './tokens.ts';
import { validationTexts } from './validation-texts.ts';

/** What a webhook can be told of. Each comes once for a donation. */
export const webhookEvents = [
  'donation.received',
  'donation.shown',
  'donation.transferred',
  'donation.failed',
  'donation.restored',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What a delivery may be about: an event, or the test that a streamer asks for. */
const deliveryEvents = [...webhookEvents, 'test'] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];

/** So many webhooks a streamer may have. */
export const mostWebhooks = 5;

const url = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, validationTexts.webhookUrlMissing),
    z.maxLength(2000, validationTexts.webhookUrlTooLong),
  );
const events = z
  .array(z.enum(webhookEvents))
  .check(z.minLength(1, validationTexts.webhookEventsMissing), z.maxLength(webhookEvents.length * 2));

/** Body of POST /webhooks. */
export const newWebhook = z.object({ url, events });

/** Body of PUT /webhooks/{id}; what is left out stays. */
export const webhookChange = z.object({
  url: z.optional(url),
  events: z.optional(events),
  isActive: z.optional(z.boolean()),
});

/** Why the server switched a webhook off: it answered 410, or nothing but failures came for days. */
const disabledWhys = ['gone', 'failing'] as const;
export type DisabledWhy = (typeof disabledWhys)[number];

/** A webhook as its streamer sees it. The secret is in another call. */
export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** False: switched off by the streamer, or by the server; then `disabledWhy` tells why. */
  isActive: z.boolean(),
  disabledWhy: z.nullable(z.enum(disabledWhys)),
  createdAt: z.string(),
  /** Since when every delivery has failed; null while they arrive. */
  failingSince: z.nullable(z.string()),
  /** Until when the secret before this one signs too; null when there is none. */
  oldSecretUntil: z.nullable(z.string()),
});
export type Webhook = z.infer<typeof webhook>;

const deliveryStates = ['waiting', 'delivered', 'given_up'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why an attempt failed, where no HTTP status tells it. */
const deliveryErrors = [
  'refused_address',
  'refused_url',
  'not_found',
  'timed_out',
  'not_connected',
  'tls',
  'status',
  'switched_off',
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

/** One message to one webhook. Its id is the header `webhook-id`, the same at every attempt. */
export const webhookDelivery = z.object({
  id: z.string(),
  event: z.enum(deliveryEvents),
  donationId: z.nullable(z.string()),
  state: z.enum(deliveryStates),
  createdAt: z.string(),
  attempts: z.number(),
  /** When it is tried next; null when it no longer is. */
  nextAt: z.nullable(z.string()),
  /** The last attempt: when, what HTTP status came, why it failed, and how long it took. */
  lastAt: z.nullable(z.string()),
  lastStatus: z.nullable(z.number()),
  lastError: z.nullable(z.enum(deliveryErrors)),
  lastDurationMs: z.nullable(z.number()),
  /** The body as it is sent, to the letter. */
  payload: z.string(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** The body of a message. Amounts are there twice: exact as a string of lamports, and as a number of SOL. */
export const webhookMessage = z.object({
  /** Version of this form; fields may be added without a new one. */
  version: z.literal(1),
  type: z.enum(deliveryEvents),
  /** When it was written down that this happened, ISO 8601. */
  timestamp: z.string(),
  data: z.object({
    id: z.string(),
    donatorName: z.string(),
    message: z.string(),
    amount: z.number(),
    amountLamports: z.string(),
    /** Only there when it is paid in a token: what came of it, exact both times. The SOL above pays for nothing then. */
    token: z.optional(z.extend(tokenSum, { amountUnits: z.string() })),
    /** What the payments were worth when they were made; null where that is not known. */
    fiat: z.nullable(fiatAmount),
    /** What the donor wants viewers not to see: whoever shows this message to them leaves it out. */
    hidesName: z.boolean(),
    hidesAmount: z.boolean(),
    status: z.enum(donationStatuses),
    late: z.boolean(),
    hasAudio: z.boolean(),
    /** It is kept off the stream: by hand, or by that entry of the block list. */
    isBlocked: z.boolean(),
    blockedFor: z.nullable(blockedFor),
    settledHow: z.nullable(z.enum(settledHows)),
    createdAt: z.string(),
    paidAt: z.nullable(z.string()),
    shownAt: z.nullable(z.string()),
    transferredAt: z.nullable(z.string()),
    failedAt: z.nullable(z.string()),
    /** Oldest first; of more than 20 payments the largest. */
    paymentSignatures: z.array(z.string()),
    transferSignature: z.nullable(z.string()),
  }),
});
export type WebhookMessage = z.infer<typeof webhookMessage>;
