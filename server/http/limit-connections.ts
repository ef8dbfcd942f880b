import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from '#server/app/limits/client-network.ts';
import { createProxyTrust } from '#server/app/limits/proxy-trust.ts';

/** How many connections may be open at once, sockets of pages included. */
export interface ConnectionCaps {
  perAddress: number;
  inAll: number;
}

/**
 * Ends connections beyond the caps as soon as they come. Those of trusted proxies are not counted by address: they are
 * everybody's.
 */
export function limitConnections(server: Server, caps: ConnectionCaps, trustProxy: readonly string[]): void {
  const proxies = createProxyTrust(trustProxy);
  const open = new Map<string, number>();
  const networks = new Map<Socket, string>();
  // One listener for all of them: ten thousand of their own would weigh more than what they count.
  function leave(this: Socket): void {
    const network = networks.get(this);
    if (!networks.delete(this) || network === undefined) return;
    const left = (open.get(network) ?? 1) - 1;
    if (left === 0) open.delete(network);
    else open.set(network, left);
  }
  server.maxConnections = caps.inAll;
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress;
    if (peer === undefined || proxies.isTrusted(peer)) return;
    const network = clientNetwork(peer);
    const count = (open.get(network) ?? 0) + 1;
    if (count > caps.perAddress) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    networks.set(socket, network);
    socket.on('close', leave);
  });
}
