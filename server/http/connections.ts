import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps count of a server's connections, also of those that became WebSockets, which Node's own list forgets. The
 * function that is returned ends all of them at once.
 */
export function trackConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) socket.destroy();
  };
}
