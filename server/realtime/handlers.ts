import type { ClientEvent, ClientPayload } from '#contract/events.ts';
import { Problem } from '#contract/problem.ts';
import { resolveCustomization } from '#contract/style.ts';
import { acknowledgeAlert } from '#server/app/acknowledge-alert.ts';
import type { Ports, Streamer } from '#server/app/ports.ts';
import { readPublicDonation } from '#server/app/public-donation.ts';
import { rooms } from '#server/app/rooms.ts';
import { findSession } from '#server/app/session-token.ts';
import type { LiveSocket } from './socket-state.ts';

/** What the handlers need of the composition root. */
export type RealtimePorts = Pick<
  Ports,
  'streamers' | 'sessions' | 'donations' | 'overlays' | 'alerts' | 'settings' | 'clock'
>;

/** A donor's page follows one donation, a tab with history perhaps a few. */
const mostFollowed = 10;

type Handlers = {
  [E in ClientEvent]: (ports: RealtimePorts, socket: LiveSocket, payload: ClientPayload<E>) => Promise<void>;
};

/** What each event of a client does. A `Problem` goes back as `error`; nothing a client sends can make an alert. */
export const handlers: Handlers = {
  async streamer_connect(ports, socket, { userId }) {
    const token: unknown = socket.handshake.auth['token'];
    const session = typeof token === 'string' ? await findSession(ports, token) : null;
    if (session === null || session.userId !== userId) throw new Problem('unauthorized');
    await socket.join([rooms.streamer(userId), rooms.session(session.tokenHash)]);
    socket.emit('streamer_connected', { userId });
    await ports.overlays.announce(userId);
  },

  async obs_connect(ports, socket, { linkCode, preview = false }) {
    const found = await ports.streamers.findByCode(linkCode);
    if (found === null) throw new Problem('invalid_link_code');
    const isVisible = socket.data.overlay?.isVisible ?? true;
    await leaveSeat(ports, socket);
    const streamer = await joinOverlays(ports, socket, found, preview);
    const takesAlerts = found.isWidgetCode || streamer.widgetCodeUsedAt === null;
    const isCounted = takesAlerts && !preview;
    socket.data.overlay = { userId: streamer.id, isCounted, takesAlerts, isVisible, sentAt: new Map() };
    socket.emit('obs_connected', {
      streamerName: streamer.username,
      customization: resolveCustomization(streamer.cardColor, streamer.cardGradient),
    });
    if (!isCounted) return;
    await ports.overlays.open({ socketId: socket.id, userId: streamer.id, isVisible });
    await ports.alerts.wake(streamer.id, ports.settings.pace);
  },

  async overlay_state(ports, socket, { visible }) {
    const seat = socket.data.overlay;
    if (seat === undefined || seat.isVisible === visible) return;
    if (seat.isCounted) await ports.overlays.setVisible(socket.id, seat.userId, visible);
    seat.isVisible = visible;
    if (seat.isCounted && visible) await ports.alerts.wake(seat.userId, ports.settings.pace);
  },

  async mark_donation_shown(ports, socket, { donationId }) {
    const seat = socket.data.overlay;
    const sentAt = seat?.sentAt.get(donationId);
    if (seat?.isCounted !== true || sentAt === undefined) return;
    if (ports.clock.now().getTime() - sentAt < ports.settings.pace.acknowledgeAfterMs) return;
    await acknowledgeAlert(ports, { userId: seat.userId, donationId });
    seat.sentAt.delete(donationId);
  },

  async donation_connect(ports, socket, { id }) {
    if (socket.data.followed >= mostFollowed) throw new Problem('too_many_requests');
    socket.data.followed += 1;
    await socket.join(rooms.donation(id));
    try {
      socket.emit('donation_updated', await readPublicDonation(ports, id));
    } catch (error) {
      socket.data.followed -= 1;
      await socket.leave(rooms.donation(id));
      throw error;
    }
  },
};

/** Joins first and reads then: what changes in between is heard. The secret code shuts the public one out. */
async function joinOverlays(
  ports: RealtimePorts,
  socket: LiveSocket,
  { streamer: { id }, isWidgetCode }: { streamer: Streamer; isWidgetCode: boolean },
  isPreview: boolean,
): Promise<Streamer> {
  await socket.join(isWidgetCode ? rooms.overlay(id) : [rooms.overlay(id), rooms.publicOverlay(id)]);
  if (isWidgetCode && !isPreview) await ports.streamers.markWidgetCodeUsed(id);
  const streamer = await ports.streamers.find(id);
  if (streamer === null) throw new Problem('invalid_link_code');
  return streamer;
}

/** Gives up what a socket was before: it is the overlay of one streamer at a time. */
export async function leaveSeat(ports: Pick<RealtimePorts, 'overlays'>, socket: LiveSocket): Promise<void> {
  const seat = socket.data.overlay;
  if (seat === undefined) return;
  delete socket.data.overlay;
  await socket.leave(rooms.overlay(seat.userId));
  await socket.leave(rooms.publicOverlay(seat.userId));
  if (seat.isCounted) await ports.overlays.close(socket.id, seat.userId);
}
