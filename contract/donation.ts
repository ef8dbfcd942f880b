import * as z from 'zod/mini';
import { blockedFor } from './block-kinds.ts';
import { validationTexts } from './validation-texts.ts';
import { fiatAmount } from './fiat.ts';
import { cleanDonorText } from './donor-text.ts';
import { lamportsToSolString } from './lamports.ts';
import { donationToken, tokenAmount, tokenSum } from './tokens.ts';

/** The six statuses and their labels (spec §4). */
export const statusLabels = {
  PENDING: 'Pending',
  RECEIVED: 'Received',
  SHOWN: 'Shown',
  TRANSFERRED: 'Transferred',
  FAILED: 'Failed',
  EXPIRED: 'Expired',
} as const;

/** Derived from facts by one function, `server/domain/donation.ts`. */
export type DonationStatus = keyof typeof statusLabels;

/** The statuses as a tuple, for schemas and lists. */
export const donationStatuses = Object.keys(statusLabels) as [DonationStatus, ...DonationStatus[]];

/** The statuses that count as paid: in totals, and as success on the donation page. */
export const paidStatuses: readonly DonationStatus[] = ['RECEIVED', 'SHOWN', 'TRANSFERRED'];

/** How an alert ended. The donor sees 'On stream' only for `overlay`. */
export type SettledHow = (typeof settledHows)[number];

/** Every way in which an alert ends. */
export const settledHows = ['overlay', 'marked', 'skipped', 'dismissed', 'rejected'] as const;

/**
 * What becomes of a donor's clip: below the streamer's minimum for clips, and where something else leaves it out, it is not
 * played.
 */
const clipVerdicts = ['plays', 'belowMinimum', 'leftOut'] as const;
export type ClipVerdict = (typeof clipVerdicts)[number];

/** What becomes of a donation on stream, with what has been paid so far and the streamer's settings as they stand. */
const onStream = z.object({
  /**
   * Its alert waits for a person: to be approved, or to be played from the tray; before the payment, will wait to be approved
   * where every alert does. Null: it comes by itself, has ended, or what it waits for is decided with the payment.
   */
  waitsFor: z.nullable(z.enum(['approval', 'play'])),
  /** Null without a clip that can be heard. */
  clip: z.nullable(z.enum(clipVerdicts)),
  /** SOL: clips are heard from this amount on; null for all. */
  clipMinimumAmount: z.nullable(z.number()),
});
export type OnStream = z.infer<typeof onStream>;

/** The most that a donor may choose beforehand, in SOL. Whatever is paid counts. */
const mostAskedSol = 1_000_000;

/** Limits of what a donor writes, in characters (spec §5). */
export const donorLimits = { name: 50, message: 500 } as const;

/** The donor's form with the spec's texts; nothing in it is required. Lengths are those of the cleaned text. */
export const donorWords = {
  donatorName: z.nullish(
    z
      .string()
      .check(z.overwrite(cleanDonorText), z.maxLength(donorLimits.name, validationTexts.donorNameTooLong)),
  ),
  message: z.nullish(
    z
      .string()
      .check(z.overwrite(cleanDonorText), z.maxLength(donorLimits.message, validationTexts.messageTooLong)),
  ),
};

/** Body of POST /donations. The client's `audioDuration` is ignored: the server measured the clip itself. */
export const newDonation = z.object({
  linkCode: z.string().check(z.maxLength(64)),
  ...donorWords,
  audioFileName: z.nullish(z.string().check(z.maxLength(200))),
  audioDuration: z.nullish(z.number()),
  /** SOL that the donor chose: what the payment link asks for. Left out, it asks for the minimum. What is paid counts. */
  askedAmount: z.nullish(z.number().check(z.gt(0), z.lte(mostAskedSol))),
  /** The mint of the token that it is to be paid in, one of the page's `tokens`. Left out: SOL. */
  token: z.nullish(z.string().check(z.maxLength(64))),
  /** What the donor chose to pay in that token, as text; in place of `askedAmount`. Left out: the minimum. */
  askedTokenAmount: z.nullish(tokenAmount),
  /** Viewers are not shown the name. The streamer is. */
  hidesName: z.nullish(z.boolean()),
  /** Viewers are not shown the amount. The streamer is. */
  hidesAmount: z.nullish(z.boolean()),
});

/** What a donor's page sends to create a donation. */
export type NewDonation = z.infer<typeof newDonation>;

/** Reply of POST /donations. Amounts are SOL; times are ISO 8601. */
export const createdDonation = z.object({
  id: z.string(),
  walletAddress: z.string(),
  minAmount: z.number(),
  expiresAt: z.string(),
  hasAudio: z.boolean(),
  /** Only there when it is paid in a token; then `minAmount` is 0. */
  token: z.optional(donationToken),
});

/** Reply of GET /donations/status/{id}. `amount` is what came so far. */
export const donationState = z.object({
  status: z.enum(donationStatuses),
  amount: z.number(),
  mediaUrl: z.nullable(z.string()),
  /** Only there when it is paid in a token. `amount` above is then SOL that came beside it: it pays for nothing. */
  token: z.optional(tokenSum),
  /** Only there while it waits and the server hears nothing new of the chain: what is paid then is seen later. */
  chainAway: z.optional(z.literal(true)),
});

/** Stands as the streamer's name once the account is deleted. No streamer can be called so: it has blanks. */
export const deletedStreamer = 'a deleted account';

/** Reply of GET /donations/public/{id}: all that the donor's own page shows. */
export const publicDonation = z.object({
  id: z.string(),
  linkCode: z.string(),
  /** Or `deletedStreamer`. */
  streamerName: z.string(),
  donatorName: z.string(),
  message: z.string(),
  walletAddress: z.string(),
  status: z.enum(donationStatuses),
  minAmount: z.number(),
  /** What the donor chose when it was created: the payment link asks for it. Null: it asks for the minimum. */
  askedAmount: z.nullable(z.number()),
  amount: z.number(),
  missingAmount: z.number(),
  /** What the payments were worth when they were made; null where that is not known. */
  fiat: z.nullable(fiatAmount),
  /** What viewers are not shown. */
  hidesName: z.boolean(),
  hidesAmount: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
  paidAt: z.nullable(z.string()),
  shownOnStreamAt: z.nullable(z.string()),
  late: z.boolean(),
  hasAudio: z.boolean(),
  mediaUrl: z.nullable(z.string()),
  /** Older servers do not say. */
  onStream: z.optional(onStream),
  /** Oldest first; of more than 20 payments the largest. */
  paymentSignatures: z.array(z.string()),
  /** What each of these payments brought, in SOL or in the token. Older servers do not say. */
  paymentAmounts: z.optional(z.array(z.string())),
  transferSignature: z.nullable(z.string()),
  /** Only there when it is paid in a token: signatures are of it; of SOL, `minAmount` and `missingAmount` are 0. */
  token: z.optional(donationToken),
  /** Only there once name and message were removed. */
  textsRemoved: z.optional(z.literal(true)),
});
export type PublicDonation = z.infer<typeof publicDonation>;

/** A row of the streamer's list. */
export const listedDonation = z.object({
  id: z.string(),
  donatorName: z.string(),
  amount: z.number(),
  /** What the payments were worth when they were made; null where that is not known. */
  fiat: z.nullable(fiatAmount),
  message: z.string(),
  status: z.enum(donationStatuses),
  createdAt: z.string(),
  isShown: z.boolean(),
  /** How its alert ended, null until it has. */
  settledHow: z.nullable(z.enum(settledHows)),
  /**
   * The alert of its payment while that waits for a person: to be approved, or to be played from the tray; else null. Lists
   * say it; left out of what a change is told by, and by older servers.
   */
  waiting: z.optional(
    z.nullable(
      z.object({
        alertId: z.string(),
        waitsFor: z.enum(['approval', 'play']),
        /** Whether words of the streamer's lists were found in name or message. Left out by older servers. */
        hasFoundWords: z.optional(z.boolean()),
        /** Whether it is shown masked once it is approved or played. Left out by older servers. */
        isMasked: z.optional(z.boolean()),
      }),
    ),
  ),
  late: z.boolean(),
  /** True when it is kept off the stream: by hand, or by the block list. */
  isBlocked: z.boolean(),
  /** The entry of the block list that did it; null by hand. It stays when the donation is allowed again. */
  blockedFor: z.nullable(blockedFor),
  /** The donor wants viewers not to see it. Here it stands all the same. */
  hidesName: z.boolean(),
  hidesAmount: z.boolean(),
  /** The clip while it lives; duration in seconds. */
  mediaUrl: z.nullable(z.string()),
  mediaDuration: z.nullable(z.number()),
  transferSignature: z.nullable(z.string()),
  /** Only there when it is paid in a token: what came of it. `amount` above is SOL, 0 unless somebody sent some too. */
  token: z.optional(tokenSum),
  /** Only there once name and message were removed. */
  textsRemoved: z.optional(z.literal(true)),
});
export type ListedDonation = z.infer<typeof listedDonation>;

/** What viewers read in the place of a name: of a donor who gave none, or who hides it (spec §5). */
export const anonymousName = 'Anonymous';

/** Reply of GET /donations/stats: gross, paid ones only, tests excluded; today in the streamer's time zone. */
export const donationStats = z.object({
  totalDonations: z.number(),
  totalAmount: z.number(),
  todayDonations: z.number(),
  /** Paid in tokens: what came of each. They are counted in `totalDonations`; `totalAmount` is SOL alone. */
  tokens: z.optional(z.array(z.extend(tokenSum, { donations: z.number() }))),
});

export type DonationStats = z.infer<typeof donationStats>;

/** Reply of GET /donations/link. `url` carries the public code; `linkCode` is the widget's secret one. */
export const donationLink = z.object({
  url: z.string(),
  websocketUrl: z.string(),
  linkCode: z.string(),
});

/**
 * The payment link of spec §7 for wallets and the QR code.
 * It carries neither reference nor memo: some wallets refuse them. It names no cluster.
 */
export function paymentUri(walletAddress: string, amountLamports: bigint): string {
  return `solana:${walletAddress}?amount=${lamportsToSolString(amountLamports)}&label=Donation`;
}
