import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient, ShownDonation } from '#contract/events.ts';

/** Longer than `quick-pace.ts` says that a card must have been out. */
const cardMs = 150;
const retryMs = { first: 50, longest: 300 };

/** An overlay that survives every end of its server. */
export interface SteadyOverlay {
  /** How often each donation's card came, by donation id. */
  shown: ReadonlyMap<string, number>;
  /** Which alerts they were, by donation id: a repeat is the same alert. */
  alerts: ReadonlyMap<string, ReadonlySet<string>>;
  close(): void;
}

/**
 * Opens an overlay as OBS does: announces itself after every (re)connect and acknowledges each card once its time is
 * over, on the socket that it came on.
 */
export function openSteadyOverlay(
  url: string,
  linkCode: string,
  onCard: (card: ShownDonation) => void = () => {},
): SteadyOverlay {
  const shown = new Map<string, number>();
  const alerts = new Map<string, Set<string>>();
  const socket: Socket<ServerToClient, ClientToServer> = io(`${url}/api`, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: retryMs.first,
    reconnectionDelayMax: retryMs.longest,
  });
  socket.on('connect', () => socket.emit('obs_connect', { linkCode }));
  socket.on('show_donation', async (card) => {
    shown.set(card.id, (shown.get(card.id) ?? 0) + 1);
    alerts.set(card.id, (alerts.get(card.id) ?? new Set()).add(card.alertId));
    onCard(card);
    const { id: cameOn } = socket;
    await sleep(cardMs);
    if (socket.connected && socket.id === cameOn)
      socket.emit('mark_donation_shown', { donationId: card.id, alertId: card.alertId });
  });
  return { shown, alerts, close: () => void socket.close() };
}
