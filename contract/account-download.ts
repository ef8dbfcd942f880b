import * as z from 'zod/mini';
import { donationStatuses, settledHows } from './donation.ts';

/** To the last lamport, as text: a JSON number could not hold it. */
const amount = z.object({ lamports: z.string(), sol: z.string() });
/** The same of a token. */
const tokenUnits = z.object({ units: z.string(), tokens: z.string() });
const time = z.string();
const maybeTime = z.nullable(z.string());
const maybeText = z.nullable(z.string());
const keyNumber = z.object({ user: z.number(), epoch: z.number() });

const account = z.object({
  id: z.string(),
  username: z.string(),
  createdAt: time,
  walletAddress: z.string(),
  payoutAddress: maybeText,
  timeZone: z.string(),
  suspendedAt: maybeTime,
  operatorSince: maybeTime,
  deletesAt: maybeTime,
  donationCode: z.string(),
  widgetLinkUsedAt: maybeTime,
  keyNumber,
  recoveryCodeSince: maybeTime,
  twoStepProtectionSince: maybeTime,
  twoStepRecoveryCodesLeft: z.number(),
});

/** Null: nothing was ever changed, so the defaults hold. */
const settings = z.object({
  minimum: amount,
  presetLamports: z.array(z.string()),
  acceptingDonations: z.boolean(),
  channels: z.array(z.string()),
  cardColor: z.string(),
  cardStyle: maybeText,
  alerts: z.nullable(
    z.object({
      approveFirst: z.boolean(),
      holdsLinks: z.boolean(),
      holdsClips: z.boolean(),
      holdsNewDonors: z.boolean(),
      holdsLongMessages: z.boolean(),
      showsHeldAfterMinutes: z.nullable(z.number()),
      wordAction: z.string(),
      wordLists: z.array(z.string()),
      ownWords: z.array(z.string()),
      allowedWords: z.array(z.string()),
      clipMinimumLamports: maybeText,
      stacksCards: z.boolean(),
      showsFiat: z.boolean(),
    }),
  ),
  sound: z.nullable(z.object({ volume: z.number(), isMuted: z.boolean(), pausedAt: maybeTime })),
  widgets: z.nullable(
    z.object({
      goalTitle: z.string(),
      goalTargetLamports: z.string(),
      goalOffsetLamports: z.string(),
      goalSince: maybeTime,
      leaderboardSpan: z.string(),
      leaderboardPlaces: z.number(),
      tickerCount: z.number(),
    }),
  ),
  readingAloud: z.nullable(
    z.object({ source: z.string(), minimumLamports: maybeText, volume: z.number(), language: z.string() }),
  ),
  retention: z.nullable(z.object({ isChosen: z.boolean(), days: z.nullable(z.number()) })),
  /** Tokens that the streamer took or takes. */
  tokens: z.optional(
    z.array(z.object({ mint: z.string(), symbol: z.string(), isOn: z.boolean(), minimum: tokenUnits })),
  ),
});

/** A transaction that moved the donation's address. Negative: money went on. */
const payment = z.object({
  signature: z.string(),
  slot: z.string(),
  at: time,
  change: amount,
  fee: amount,
  succeeded: z.boolean(),
  finalized: z.boolean(),
  dropped: z.boolean(),
  /** Whose money it was, as far as the chain was asked. */
  payers: z.array(z.string()),
});

/** The side of a donation that is paid in a token. */
const tokenSide = z.object({
  mint: z.string(),
  symbol: z.string(),
  decimals: z.number(),
  account: z.string(),
  minimum: tokenUnits,
  asked: z.nullable(tokenUnits),
  received: tokenUnits,
  payments: z.array(
    z.object({
      signature: z.string(),
      slot: z.string(),
      at: time,
      change: tokenUnits,
      succeeded: z.boolean(),
      finalized: z.boolean(),
      dropped: z.boolean(),
      payers: z.array(z.string()),
    }),
  ),
  transfers: z.array(
    z.object({
      signature: z.string(),
      destination: z.string(),
      amount: tokenUnits,
      feeLamports: z.string(),
      feePayer: z.string(),
      state: z.string(),
      createdAt: time,
      endedAt: maybeTime,
    }),
  ),
});

const transfer = z.object({
  signature: z.string(),
  destination: z.string(),
  amount,
  fee: amount,
  feePayer: z.string(),
  state: z.string(),
  createdAt: time,
  endedAt: maybeTime,
});

const alert = z.object({
  id: z.string(),
  kind: z.string(),
  queuedAt: time,
  sentAt: maybeTime,
  heldAt: maybeTime,
  approvedAt: maybeTime,
  /** A username, or the name of a token or of a moderator's link. */
  approvedBy: maybeText,
  isMasked: z.boolean(),
  foundWords: z.array(z.string()),
  heldFor: z.array(z.string()),
  settledAt: maybeTime,
  settledHow: maybeText,
  settledBy: maybeText,
});

/** The file is heard under `link` until `goneAt`. */
const clip = z.object({
  name: z.string(),
  link: z.string(),
  type: z.string(),
  durationMs: z.number(),
  bytes: z.number(),
  uploadedAt: time,
  goneAt: time,
  deletedAt: maybeTime,
});

const donation = z.object({
  id: z.string(),
  createdAt: time,
  expiresAt: time,
  donorName: z.string(),
  message: z.string(),
  textsRemovedAt: maybeTime,
  status: z.enum(donationStatuses),
  late: z.boolean(),
  minimum: amount,
  /** What the donor chose to give; null: nothing was chosen. */
  asked: z.nullable(amount),
  hidesName: z.boolean(),
  hidesAmount: z.boolean(),
  received: amount,
  address: z.string(),
  keyNumber: z.object({ ...keyNumber.shape, index: z.number() }),
  paidAt: maybeTime,
  expiredAt: maybeTime,
  failedAt: maybeTime,
  shownAt: maybeTime,
  shownHow: z.nullable(z.enum(settledHows)),
  transferredAt: maybeTime,
  transferSignature: maybeText,
  blockedAt: maybeTime,
  blockedKind: maybeText,
  blockedBy: maybeText,
  /** What it was worth when it was paid, in the currency's smallest unit, and the price of 1 SOL in millionths. */
  value: z.nullable(z.object({ currency: z.string(), minorUnits: z.string(), priceMicros: z.string() })),
  payments: z.array(payment),
  transfers: z.array(transfer),
  /** Only there when it is paid in a token. */
  token: z.optional(tokenSide),
  alerts: z.array(alert),
  clip: z.nullable(clip),
});

/**
 * The file with everything that is stored about an account. Another meaning of anything in it raises the version; what is
 * added does not. Times are ISO 8601. No secret is in it, nor the hash of one.
 */
export const accountDownload = z.object({
  format: z.literal('brava-account'),
  version: z.literal(1),
  madeAt: time,
  network: z.string(),
  account,
  settings,
  sessions: z.array(
    z.object({ id: z.string(), device: maybeText, createdAt: time, seenAt: time, expiresAt: time }),
  ),
  accessTokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      scope: z.string(),
      scopes: z.array(z.string()),
      hidesAmounts: z.boolean(),
      createdAt: time,
      lastUsedAt: maybeTime,
      revokedAt: maybeTime,
    }),
  ),
  webhooks: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      events: z.array(z.string()),
      isActive: z.boolean(),
      disabledWhy: maybeText,
      createdAt: time,
      secretReplacedAt: maybeTime,
      messagesOfTheLastMonth: z.number(),
    }),
  ),
  /** Where donations are told of. What opens these places is a secret, and not in here. */
  posts: z.array(
    z.object({
      place: z.string(),
      connectedTo: maybeText,
      isOn: z.boolean(),
      template: z.string(),
      minimum: z.nullable(amount),
      connectedAt: maybeTime,
      endedWhy: maybeText,
      postsOfTheLastMonth: z.number(),
    }),
  ),
  /** What keeps donations off the stream. */
  blocked: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      value: z.string(),
      createdAt: time,
      addedBy: z.string(),
      role: z.string(),
    }),
  ),
  alertRules: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      amount,
      cardColor: maybeText,
      cardStyle: maybeText,
      sound: maybeText,
      volume: z.number(),
      shownMs: z.number(),
      showsMessage: z.boolean(),
      playsClip: z.boolean(),
    }),
  ),
  /** Sounds of one's own, heard under `link`. */
  alertSounds: z.array(z.object({ id: z.string(), name: z.string(), link: z.string(), createdAt: time })),
  withdrawals: z.array(
    z.object({
      id: z.string(),
      destination: z.string(),
      isAll: z.boolean(),
      amount,
      fee: amount,
      createdAt: time,
      landedAt: maybeTime,
      failedAt: maybeTime,
      givenUpAt: maybeTime,
      givenUpWhy: maybeText,
      signatures: z.array(z.string()),
    }),
  ),
  /** Of the generated wallet, as far as they were read from the chain. */
  walletEntries: z.array(
    z.object({
      signature: z.string(),
      slot: z.string(),
      at: time,
      change: amount,
      fee: amount,
      succeeded: z.boolean(),
      donation: maybeText,
    }),
  ),
  streams: z.array(z.object({ id: z.string(), startedAt: time, endedAt: maybeTime })),
  deskLog: z.array(
    z.object({
      id: z.string(),
      at: time,
      who: z.string(),
      role: z.string(),
      action: z.string(),
      donorName: maybeText,
    }),
  ),
  /** What was done to the account or by it; `detail` has texts by name. */
  audit: z.array(
    z.object({
      id: z.string(),
      at: time,
      action: z.string(),
      detail: z.record(z.string(), z.string()),
      byOperator: z.boolean(),
    }),
  ),
  donations: z.array(donation),
});
