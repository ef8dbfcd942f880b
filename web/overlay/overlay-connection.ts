import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient, ShownDonation } from '#contract/events.ts';
import { reconnection, socketNamespace } from '#contract/realtime.ts';
import type { Customization } from '#contract/style.ts';

interface ConnectionOptions {
  origin: string;
  linkCode: string;
  isPreview: boolean;
  isVisible(): boolean;
  onConnected(isConnected: boolean): void;
  /** The streamer's style: all of it after a connection, and what has changed later. */
  onCustomization(changed: Partial<Customization>): void;
  onAlert(donation: ShownDonation): void;
}

/**
 * The overlay's socket: it announces itself on every connect, and nothing it says outlives the connection.
 *
 * Socket.IO keeps what is sent while away and sends it before `connect` is heard, so an acknowledgement could come
 * before the announcement. Hence nothing is sent while away, and what was caught in between is thrown away: the
 * server sends an unacknowledged alert again.
 */
export function openOverlayConnection(options: ConnectionOptions) {
  const { linkCode, isPreview } = options;
  const socket: Socket<ServerToClient, ClientToServer> = io(options.origin + socketNamespace, reconnection);

  function reportVisibility(): void {
    if (socket.connected) socket.emit('overlay_state', { visible: options.isVisible() });
  }

  socket.on('connect', () => {
    socket.emit('obs_connect', isPreview ? { linkCode, preview: true } : { linkCode });
    reportVisibility();
    options.onConnected(true);
  });
  socket.on('disconnect', () => {
    socket.sendBuffer = [];
    options.onConnected(false);
  });
  socket.on('obs_connected', ({ customization }) => options.onCustomization(customization));
  socket.on('settings_updated', (changed) => options.onCustomization(changed));
  socket.on('show_donation', (donation) => options.onAlert(donation));
  socket.on('error', (problem) => console.warn('The server refused:', problem.message));
  socket.on('connect_error', (error) => console.warn('No connection:', error.message));

  return {
    reportVisibility,
    /** Tells the server that an alert was shown; a preview never does. */
    acknowledge({ id, alertId }: ShownDonation): void {
      if (socket.connected && !isPreview) socket.emit('mark_donation_shown', { donationId: id, alertId });
    },
  };
}
