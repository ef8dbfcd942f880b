import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient } from '#contract/events.ts';
import { reconnection, socketNamespace } from '#contract/realtime.ts';

/** Longer than `quick-pace.ts` says that a card must have been out. */
const cardMs = 150;

/** An overlay that connects as ours does, and notes how long it was away. */
export interface ProxiedOverlay {
  /** Donations whose card came. */
  shown: ReadonlySet<string>;
  /** From each loss of the connection to the moment at which it was an overlay again, in milliseconds. */
  awayMs: readonly number[];
  isConnected(): boolean;
  close(): void;
}

/** Opens an overlay from an address of its own (127.0.0.x), because proxies choose the server by it. */
export function openProxiedOverlay(url: string, linkCode: string, localAddress: string): ProxiedOverlay {
  const shown = new Set<string>();
  const awayMs: number[] = [];
  let lostAt: number | null = null;
  let isAnnounced = false;
  const socket: Socket<ServerToClient, ClientToServer> = io(`${url}${socketNamespace}`, {
    ...reconnection,
    forceNew: true,
    // The types say text, the library hands it to Node.
    agent: new Agent({ localAddress }) as unknown as string,
  });
  socket.on('connect', () => socket.emit('obs_connect', { linkCode }));
  socket.on('obs_connected', () => {
    isAnnounced = true;
    if (lostAt !== null) awayMs.push(performance.now() - lostAt);
    lostAt = null;
  });
  socket.on('disconnect', () => {
    isAnnounced = false;
    lostAt ??= performance.now();
  });
  socket.on('show_donation', async ({ id, alertId }) => {
    shown.add(id);
    const { id: cameOn } = socket;
    await sleep(cardMs);
    if (socket.connected && socket.id === cameOn)
      socket.emit('mark_donation_shown', { donationId: id, alertId });
  });
  return { shown, awayMs, isConnected: () => isAnnounced, close: () => void socket.close() };
}
