import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps count of a server's connections, also of those that became WebSockets, which Node's own list forgets. The
 * function that is returned ends all of them at once.
 */
export function trackConnections(server: Server): () => void {
  const open = new Set<Socket>();
  // One listener for all of them: ten thousand of their own would weigh more than the list.
  function forget(this: Socket): void {
    open.delete(this);
  }
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', forget);
  });
  return () => {
    for (const socket of open) socket.destroy();
  };
}
