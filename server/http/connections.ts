import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from '#server/app/limits/client-network.ts';
import { createPlaces } from '#server/app/limits/places.ts';
import { createProxyTrust } from '#server/app/limits/proxy-trust.ts';

/**
 * How many connections may wait to be accepted; the system allows fewer (Linux 4,096 by default). Node's own 511 are used up
 * within milliseconds when everybody comes back after a restart, and whoever finds no place tries again only after 1, 3, 7
 * and 15 seconds.
 */
export const mostWaitingConnections = 65_535;

/** How many connections may be open at once, sockets of pages included. */
export interface ConnectionCaps {
  perAddress: number;
  inAll: number;
}

/**
 * Keeps count of a server's connections, also of those that became WebSockets, which Node's own list forgets, and ends
 * those beyond the caps as soon as they come. Those of trusted proxies are not counted by address: they are everybody's.
 * The function that is returned ends all of them at once.
 */
export function keepConnections(
  server: Server,
  { caps, trustProxy }: { caps: ConnectionCaps; trustProxy: readonly string[] },
): () => void {
  const proxies = createProxyTrust(trustProxy);
  const places = createPlaces(caps.inAll);
  /** Each with the network that it counts for; null: for none. */
  const open = new Map<Socket, string | null>();
  // One listener for all of them: ten thousand of their own would weigh more than what they count.
  function leave(this: Socket): void {
    const network = open.get(this);
    if (network !== undefined && open.delete(this)) places.leave(network);
  }
  server.maxConnections = caps.inAll;
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress;
    const network = peer === undefined || proxies.isTrusted(peer) ? null : clientNetwork(peer);
    if (!places.enter(network, caps.perAddress)) {
      socket.destroy();
      return;
    }
    open.set(socket, network);
    socket.on('close', leave);
  });
  return () => {
    for (const socket of open.keys()) socket.destroy();
  };
}
