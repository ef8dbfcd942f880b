import * as z from 'zod/mini';
import { fiatAmount } from './fiat.ts';
import { settledHows } from './donation.ts';
import { holdReasons } from './moderation.ts';
import { tokenSum } from './tokens.ts';

/** Whether an overlay of this streamer is open and visible, for the lamp. */
export const overlayPresence = z.object({
  connected: z.number(),
  visible: z.number(),
  lastShownAt: z.nullable(z.string()),
});

/** How loud alerts are: volume in whole percent. Mute keeps the volume for later. */
export const alertSound = z.object({
  volume: z.int().check(z.gte(0), z.lte(100)),
  isMuted: z.boolean(),
});
export type AlertSound = z.infer<typeof alertSound>;

/** Who works at the desk: the streamer, a tool with an API token of theirs, or a moderator by their link. */
export const deskRoles = ['streamer', 'tool', 'moderator'] as const;
export type DeskRole = (typeof deskRoles)[number];

/**
 * An alert as the desk shows it. Texts are as the donor wrote them; `amount` is SOL, null where it is hidden from a moderator.
 */
const deskAlert = z.object({
  id: z.string(),
  /** Null for a test, and where amounts are hidden: whoever knows a donation's id may ask for its amount. */
  donationId: z.nullable(z.string()),
  kind: z.enum(['payment', 'replay', 'test']),
  donatorName: z.string(),
  amount: z.nullable(z.number()),
  /** Only there when it was paid in a token and amounts are not hidden. */
  token: z.optional(tokenSum),
  /** What it was worth when it was paid; null where that is not known, or amounts are hidden. */
  fiat: z.nullable(fiatAmount),
  message: z.string(),
  mediaUrl: z.nullable(z.string()),
  mediaDuration: z.nullable(z.number()),
  queuedAt: z.string(),
  /** Words of the streamer's lists that were found in name or message. */
  foundWords: z.array(z.string()),
  /** Why it waited for approval, or does. Older servers do not say. */
  heldFor: z.optional(z.array(z.enum(holdReasons))),
  /** True when it is shown without what was found. */
  isMasked: z.boolean(),
  /** Only there when it goes out next although the queue is paused. */
  isReleased: z.optional(z.boolean()),
  /** True when its donation is kept off the stream. */
  isBlocked: z.boolean(),
  /** What overlays leave out because the donor wants it so. Here it stands all the same. */
  hidesName: z.boolean(),
  hidesAmount: z.boolean(),
});
export type DeskAlert = z.infer<typeof deskAlert>;

const settledHow = z.enum(settledHows);

/** At most this many of each list travel; `counts` tells of all. */
export const deskListLength = 50;

/** All that the desk shows: reply of GET /alerts and of every call that changes it. Oldest first, `recent` newest first. */
export const alertDesk = z.object({
  streamerName: z.string(),
  role: z.enum(deskRoles),
  isPaused: z.boolean(),
  sound: alertSound,
  overlay: overlayPresence,
  /**
   * What was sent last until it is settled, and then until `endsAt`: its clip may still be heard. `endsAt` is when its
   * time is over.
   */
  now: z.nullable(z.extend(deskAlert, { sentAt: z.string(), endsAt: z.string(), isSettled: z.boolean() })),
  toApprove: z.array(deskAlert),
  next: z.array(deskAlert),
  tray: z.array(deskAlert),
  /** `isTaken`: somebody took it, or what came of its donation later, off the stream, so that it is not the last to replay. */
  recent: z.array(
    z.extend(deskAlert, { settledAt: z.string(), settledHow, isTaken: z.optional(z.boolean()) }),
  ),
  counts: z.object({
    /** More than one where cards stack. Older servers do not say. */
    onStream: z.optional(z.number()),
    toApprove: z.number(),
    next: z.number(),
    tray: z.number(),
  }),
  /** Of those in the tray, how many were cleared last and can still be put back where they waited. Older servers do not say. */
  cleared: z.optional(z.number()),
});
export type AlertDesk = z.infer<typeof alertDesk>;

/** What the log tells of. */
const deskActions = [
  'test',
  'pause',
  'resume',
  'next',
  'clear',
  'put_back',
  'skip',
  'replay',
  'play',
  'dismiss',
  'approve',
  'approve_masked',
  'show_unapproved',
  'reject',
  'block',
  'unblock',
  'block_wallet',
  'block_name',
  'block_word',
  'unlist_wallet',
  'unlist_name',
  'unlist_word',
  'mute',
  'unmute',
  'volume',
  'settings',
  'token_created',
  'token_ended',
  'widget_code_replaced',
] as const;
export type DeskAction = (typeof deskActions)[number];

/** One line of the log: who did what to which alert. `who` is a username, the name of a token or of a moderator's link. */
export const deskLogEntry = z.object({
  id: z.string(),
  at: z.string(),
  who: z.string(),
  role: z.enum(deskRoles),
  action: z.enum(deskActions),
  donatorName: z.nullable(z.string()),
});
export type DeskLogEntry = z.infer<typeof deskLogEntry>;
