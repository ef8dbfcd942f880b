import type { ClientEvent, ClientPayload } from '#contract/events.ts';
import { Problem } from '#contract/problem.ts';
import { resolveCustomization } from '#contract/style.ts';
import { acknowledgeAlert } from '#server/app/acknowledge-alert.ts';
import type { Ports } from '#server/app/ports.ts';
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
    socket.emit('overlay_state', await ports.overlays.presence(userId));
  },

  async obs_connect(ports, socket, { linkCode, preview = false }) {
    const found = await ports.streamers.findByCode(linkCode);
    if (found === null) throw new Problem('invalid_link_code');
    const { streamer, isWidgetCode } = found;
    const isVisible = socket.data.overlay?.isVisible ?? true;
    await leaveSeat(ports, socket);
    const takesAlerts = isWidgetCode || streamer.widgetCodeUsedAt === null;
    const isCounted = takesAlerts && !preview;
    if (isWidgetCode && !preview) await ports.streamers.markWidgetCodeUsed(streamer.id);
    socket.data.overlay = { userId: streamer.id, isCounted, takesAlerts, isVisible, sentAt: new Map() };
    await socket.join(rooms.overlay(streamer.id));
    socket.emit('obs_connected', {
      streamerName: streamer.username,
      customization: resolveCustomization(streamer.cardColor, streamer.cardGradient),
    });
    if (!isCounted) return;
    await ports.overlays.open(socket.id, streamer.id);
    await ports.alerts.wake(streamer.id, ports.settings.pace);
  },

  async overlay_state(ports, socket, { visible }) {
    const seat = socket.data.overlay;
    if (seat === undefined || seat.isVisible === visible) return;
    seat.isVisible = visible;
    if (!seat.isCounted) return;
    await ports.overlays.setVisible(socket.id, visible);
    if (visible) await ports.alerts.wake(seat.userId, ports.settings.pace);
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
    const donation = await readPublicDonation(ports, id);
    socket.data.followed += 1;
    await socket.join(rooms.donation(donation.id));
    socket.emit('donation_updated', donation);
  },
};

/** Gives up what a socket was before: it is the overlay of one streamer at a time. */
export async function leaveSeat(ports: Pick<RealtimePorts, 'overlays'>, socket: LiveSocket): Promise<void> {
  const seat = socket.data.overlay;
  if (seat === undefined) return;
  delete socket.data.overlay;
  await socket.leave(rooms.overlay(seat.userId));
  if (seat.isCounted) await ports.overlays.close(socket.id);
}
