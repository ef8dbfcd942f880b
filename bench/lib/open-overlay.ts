import { once } from 'node:events';
import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient, ShownDonation } from '#contract/events.ts';
import { cardTimes, socketNamespace } from '#contract/realtime.ts';

/**
 * Opens an overlay as OBS does, over a WebSocket of its own, and acknowledges each card as ours does: once its time
 * is over. `onCard` gets the moment (`performance.now()`) at which the event came.
 */
export async function openOverlay(
  url: string,
  widgetCode: string,
  onCard: (card: ShownDonation, atMs: number) => void,
): Promise<{ close(): void }> {
  const socket: Socket<ServerToClient, ClientToServer> = io(`${url}${socketNamespace}`, {
    transports: ['websocket'],
    forceNew: true,
  });
  const pending = new Set<NodeJS.Timeout>();
  socket.on('show_donation', (card) => {
    onCard(card, performance.now());
    const timer = setTimeout(() => {
      pending.delete(timer);
      socket.emit('mark_donation_shown', { donationId: card.id, alertId: card.alertId });
    }, cardTimes.shownMs);
    pending.add(timer);
  });
  const connected = once(socket as never, 'obs_connected', { signal: AbortSignal.timeout(10_000) });
  socket.emit('obs_connect', { linkCode: widgetCode });
  await connected;
  return {
    close: () => {
      for (const timer of pending) clearTimeout(timer);
      socket.close();
    },
  };
}
