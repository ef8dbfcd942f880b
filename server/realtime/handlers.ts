import type { ClientEvent, ClientPayload } from '#contract/events.ts';
import { Problem } from '#contract/problem.ts';
import { resolveCustomization } from '#contract/style.ts';
import { acknowledgeAlert } from '#server/app/desk/acknowledge-alert.ts';
import { refuseOutOfScope } from '#server/app/accounts/access-token.ts';
import { findDeskCaller } from '#server/app/desk/desk-caller.ts';
import type { Streamer } from '#server/app/account-ports.ts';
import type { OverlayOpening, Ports } from '#server/app/ports.ts';
import type { Meter } from '#server/app/meter.ts';
import { readPublicDonation } from '#server/app/donations/public-donation.ts';
import { rooms } from '#server/app/rooms.ts';
import { findSession } from '#server/app/accounts/session-token.ts';
import type { RoomMembers } from './room-members.ts';
import { forgetSent, type LiveSocket, takeArrival } from './socket-state.ts';
import { joinWidgets } from './widget-sockets.ts';

/** What the handlers need of the composition root. */
export type RealtimePorts = Pick<
  Ports,
  | 'streamers'
  | 'sessions'
  | 'accessTokens'
  | 'donations'
  | 'overlays'
  | 'widgets'
  | 'alerts'
  | 'desk'
  | 'speech'
  | 'settings'
  | 'clock'
> & { meter?: Pick<Meter, 'alertAcknowledged' | 'refused'> };

/** What they need besides: who is in which room. */
export type HandlerPorts = RealtimePorts & { members: RoomMembers };

/** A donor's page follows one donation, a tab with history perhaps a few. */
const mostFollowed = 10;

type Handlers = {
  /** `cameAt`: when the event came in, also where it had to wait for those before it; in elapsed milliseconds. */
  [E in ClientEvent]: (
    ports: HandlerPorts,
    socket: LiveSocket,
    payload: ClientPayload<E>,
    cameAt: number,
  ) => Promise<void>;
};

/** What each event of a client does. A `Problem` goes back as `error`; nothing a client sends can make an alert. */
export const handlers: Handlers = {
  async streamer_connect(ports, socket, { userId }) {
    const token = tokenOf(socket);
    const session = (await findSession(ports, token)) ?? (await refuseOutOfScope(ports, token, []));
    if (session === null || session.userId !== userId) throw new Problem('unauthorized');
    ports.members.join(socket, rooms.streamer(userId), rooms.desk(userId), rooms.session(session.tokenHash));
    if ((await findSession(ports, token)) === null) return endSocket(socket);
    socket.emit('streamer_connected', { userId });
    await ports.overlays.announce(userId);
  },

  async obs_connect(ports, socket, { linkCode, preview = false, visible }) {
    const found = takeArrival(socket, linkCode) ?? (await ports.streamers.findByCode(linkCode));
    if (found === null) throw new Problem('invalid_link_code');
    const isVisible = visible ?? socket.data.overlay?.isVisible ?? true;
    await leaveSeat(ports, socket);
    const opening = await joinOverlays(ports, socket, { ...found, linkCode, isPreview: preview });
    const { streamer, sound, takenAway } = opening;
    const takesAlerts = found.isWidgetCode || streamer.widgetCodeUsedAt === null;
    const isCounted = takesAlerts && !preview;
    // The very text by which its place is kept: another would weigh 56 bytes.
    const userId = found.streamer.id;
    socket.data.overlay = { userId, isCounted, takesAlerts, isVisible, sent: null };
    socket.emit('obs_connected', {
      streamerName: streamer.username,
      customization: resolveCustomization(streamer.cardColor, streamer.cardGradient),
      sound,
    });
    if (takesAlerts) tellWhoReads(socket, opening);
    // It may have lost its connection with the card on it. Whoever never had it drops this by its id.
    if (takesAlerts) for (const alertId of takenAway) socket.emit('alert_skipped', { alertId });
    if (!isCounted) return;
    await ports.overlays.open({ socketId: socket.id, userId, isVisible });
    await ports.alerts.wake(userId, ports.settings.pace);
  },

  async overlay_state(ports, socket, { visible }) {
    const seat = socket.data.overlay;
    if (seat === undefined || seat.isVisible === visible) return;
    // At once: what comes while this is written down would be sent to nobody, and whoever mends rows goes by it.
    seat.isVisible = visible;
    if (!visible) seat.sent = null;
    if (!seat.isCounted) return;
    await ports.overlays.setVisible(socket.id, seat.userId, visible);
    if (visible) await ports.alerts.wake(seat.userId, ports.settings.pace);
  },

  async overlay_voices(ports, socket, { count }) {
    if (socket.data.overlay?.isCounted === true) await ports.speech.store.noteVoices(socket.id, count);
  },

  async mark_donation_shown(ports, socket, { donationId, alertId }, cameAt) {
    const seat = socket.data.overlay;
    const sent = [...(seat?.sent ?? [])].find(
      ([id, of]) => (alertId ?? id) === id && of.donationId === donationId,
    );
    if (seat?.isCounted !== true || sent === undefined) return;
    const [shownId, { at }] = sent;
    const afterMs = cameAt - at;
    if (afterMs < ports.settings.pace.acknowledgeAfterMs) return;
    await acknowledgeAlert(ports, { userId: seat.userId, alertId: shownId });
    ports.meter?.alertAcknowledged(afterMs / 1000);
    forgetSent(seat, shownId);
  },

  async desk_connect(ports, socket) {
    const token = tokenOf(socket);
    const desk = (await findDeskCaller(ports, token)) ?? (await refuseOutOfScope(ports, token, ['alerts']));
    if (desk === null) throw new Problem('unauthorized');
    ports.members.join(socket, rooms.desk(desk.userId), rooms.session(desk.tokenHash));
    if ((await findDeskCaller(ports, token)) === null) return endSocket(socket);
    socket.emit('desk_connected', { role: desk.role });
    await ports.overlays.announce(desk.userId);
  },

  async widget_connect(ports, socket, { linkCode }) {
    await joinWidgets(ports, socket, linkCode);
  },

  async donation_connect(ports, socket, { id }) {
    // A room for each, and hardly any other.
    if (ports.members.roomsOf(socket).length >= mostFollowed) throw new Problem('too_many_requests');
    // As the donation's own id is written, whatever the case in which it is asked for.
    const room = rooms.donation(id.toLowerCase());
    ports.members.join(socket, room);
    try {
      socket.emit('donation_updated', await readPublicDonation(ports, id));
    } catch (error) {
      ports.members.leave(socket, room);
      throw error;
    }
  },
};

/** The token that a socket brought, which may be anything that JSON can say; empty where it is no text. */
function tokenOf({ handshake }: LiveSocket): string {
  const token: unknown = handshake.auth['token'];
  return typeof token === 'string' ? token : '';
}

/**
 * Joins first and reads then: what changes in between is heard. The secret code shuts the public one out; a code that was
 * replaced since it was looked up opens nothing any more.
 */
async function joinOverlays(
  ports: HandlerPorts,
  socket: LiveSocket,
  {
    streamer: { id, widgetCodeUsedAt },
    isWidgetCode,
    linkCode,
    isPreview,
  }: { streamer: Streamer; isWidgetCode: boolean; linkCode: string; isPreview: boolean },
): Promise<OverlayOpening> {
  socket.data.isByWidgetCode = isWidgetCode;
  ports.members.join(socket, rooms.overlay(id));
  if (isWidgetCode && !isPreview && widgetCodeUsedAt === null) await ports.streamers.markWidgetCodeUsed(id);
  const opening = await ports.overlays.readOpening(id);
  if (opening !== null && opens(opening.streamer, isWidgetCode, linkCode)) return opening;
  ports.members.leave(socket, rooms.overlay(id));
  throw new Problem('invalid_link_code');
}

/** Its voice may have outlived its connection: that goes on unless somebody has stopped it meanwhile. */
function tellWhoReads(socket: LiveSocket, { speechSource: source, isReadingStopped }: OverlayOpening): void {
  if (isReadingStopped) socket.emit('speech', { source });
  else if (source !== 'off') socket.emit('speech', { source, goesOn: true });
}

function opens(
  { widgetCode, donationCode, deletesAt }: Streamer,
  isWidgetCode: boolean,
  linkCode: string,
): boolean {
  return deletesAt === null && (isWidgetCode ? widgetCode : donationCode) === linkCode;
}

/** What a socket came in by ended while it came in. */
function endSocket(socket: LiveSocket): void {
  const { message, code } = new Problem('unauthorized');
  socket.emit('error', { message, code });
  socket.disconnect(true);
}

/** Gives up what a socket was before: it is the overlay of one streamer at a time. */
export async function leaveSeat(
  ports: Pick<HandlerPorts, 'overlays' | 'members'>,
  socket: LiveSocket,
): Promise<void> {
  const seat = socket.data.overlay;
  if (seat === undefined) return;
  delete socket.data.overlay;
  ports.members.leave(socket, rooms.overlay(seat.userId));
  if (seat.isCounted) await ports.overlays.close(socket.id, seat.userId);
}
