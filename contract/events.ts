import * as z from 'zod/mini';
import { listedDonation, publicDonation } from './donation.ts';
import { customization } from './style.ts';

const code = z.string().check(z.maxLength(64));

/** What clients may send. Anything that does not parse is answered with `error` and changes nothing. */
export const clientEvents = {
  streamer_connect: z.object({ userId: code }),
  obs_connect: z.object({ linkCode: code, preview: z.optional(z.boolean()) }),
  mark_donation_shown: z.object({ donationId: code, alertId: z.optional(code) }),
  overlay_state: z.object({ visible: z.boolean() }),
  donation_connect: z.object({ id: code }),
};
export type ClientEvent = keyof typeof clientEvents;

/** A donation as the widget gets it. `alertId` tells repeats from replays; `id` is the donation's. Amounts are SOL. */
const shownDonation = z.object({
  id: z.string(),
  alertId: z.string(),
  donatorName: z.string(),
  amount: z.number(),
  message: z.string(),
  mediaUrl: z.nullable(z.string()),
  mediaType: z.nullable(z.literal('audio')),
  mediaDuration: z.nullable(z.number()),
});
export type ShownDonation = z.infer<typeof shownDonation>;

/** Whether an overlay of this streamer is open and visible, for the dashboard's lamp. */
const overlayPresence = z.object({
  connected: z.number(),
  visible: z.number(),
  lastShownAt: z.nullable(z.string()),
});

/** What the server sends. */
export const serverEvents = {
  streamer_connected: z.object({ userId: z.string() }),
  obs_connected: z.object({ streamerName: z.string(), customization }),
  settings_updated: customization,
  show_donation: shownDonation,
  donation_updated: publicDonation,
  donation_changed: listedDonation,
  alerts_changed: z.object({ waiting: z.number() }),
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
