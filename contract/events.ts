import * as z from 'zod/mini';
import { alertSound, deskRoles, overlayPresence } from './alerts.ts';
import { listedDonation, publicDonation } from './donation.ts';
import { fiatAmount } from './fiat.ts';
import { speechUse, spokenAlert } from './speech.ts';
import { customization } from './style.ts';
import { widgetState } from './widgets.ts';

const code = z.string().check(z.maxLength(64));

/** What clients may send. Anything that does not parse is answered with `error` and changes nothing. */
export const clientEvents = {
  streamer_connect: z.object({ userId: code }),
  /** `visible` false: nobody sees the page yet. Left out, it is as before on this socket, at first visible. */
  obs_connect: z.object({
    linkCode: code,
    preview: z.optional(z.boolean()),
    visible: z.optional(z.boolean()),
  }),
  mark_donation_shown: z.object({ donationId: code, alertId: z.optional(code) }),
  overlay_state: z.object({ visible: z.boolean() }),
  /** How many voices the overlay's browser has. */
  overlay_voices: z.object({ count: z.int().check(z.gte(0), z.lte(10_000)) }),
  donation_connect: z.object({ id: code }),
  /** The desk: whoever may control alerts, by the token in the handshake. */
  desk_connect: z.object({}),
  /** Goal bar, leaderboard or ticker, by the widget's secret code. */
  widget_connect: z.object({ linkCode: code }),
};
export type ClientEvent = keyof typeof clientEvents;

/**
 * A donation as the widget gets it. `alertId` tells repeats from replays; `id` is the donation's. Amounts are SOL.
 *
 * What a donor hides is not in it: the name is 'Anonymous', the amount 0 with `isAmountHidden`, and `id` is the alert's,
 * because by a donation's id anyone may ask for both.
 */
const shownDonation = z.object({
  id: z.string(),
  alertId: z.string(),
  donatorName: z.string(),
  amount: z.number(),
  /** What it was worth when it was paid; null where that is not known, or the streamer does not show it on cards. */
  fiat: z.nullable(fiatAmount),
  isAmountHidden: z.optional(z.literal(true)),
  /** Paid in a token: what the card shows in place of the amount, ready to be read, '5.00 USDC'. */
  tokenAmount: z.optional(z.string()),
  message: z.string(),
  mediaUrl: z.nullable(z.string()),
  mediaType: z.nullable(z.literal('audio')),
  /** Of the donor's clip, in seconds; null also where a rule's own sound is played. */
  mediaDuration: z.nullable(z.number()),
  /** What a rule for this amount says; left out where none does. `volume` is whole percent of the desk's. */
  customization: z.optional(customization),
  volume: z.optional(z.number()),
  shownMs: z.optional(z.number()),
});
export type ShownDonation = z.infer<typeof shownDonation>;

/** What the server sends. */
export const serverEvents = {
  streamer_connected: z.object({ userId: z.string() }),
  obs_connected: z.object({ streamerName: z.string(), customization, sound: alertSound }),
  settings_updated: customization,
  /** Volume or mute changed: what is playing follows at once. */
  sound_changed: alertSound,
  /** Take this alert away at once, its sound too. */
  alert_skipped: z.object({ alertId: z.string() }),
  show_donation: shownDonation,
  /** Who reads aloud from now on; what is being read stops, unless `goesOn`. */
  speech: speechUse,
  /** To be read once the sound of this alert is over, for as long as its card stands. */
  speak: spokenAlert,
  donation_updated: publicDonation,
  donation_changed: listedDonation,
  /** The desk has changed; `waiting` counts what is not settled. */
  alerts_changed: z.object({ waiting: z.number() }),
  /** The streamer's settings were saved, here or elsewhere: open pages read them anew. */
  settings_saved: z.object({}),
  desk_connected: z.object({ role: z.enum(deskRoles) }),
  widgets_changed: widgetState,
  overlay_state: overlayPresence,
  error: z.object({ message: z.string(), code: z.string() }),
};
export type ServerEvent = keyof typeof serverEvents;

/** Payload of a server event. */
export type ServerPayload<E extends ServerEvent> = z.infer<(typeof serverEvents)[E]>;

/** Payload of a client event. */
export type ClientPayload<E extends ClientEvent> = z.infer<(typeof clientEvents)[E]>;

/** Handler maps for typed Socket.IO ends. */
export type ServerToClient = { [E in ServerEvent]: (payload: ServerPayload<E>) => void };
export type ClientToServer = { [E in ClientEvent]: (payload: ClientPayload<E>) => void };
