import { Socket } from 'node:net';

/** Connections to the database that can all be broken off at once. */
export interface SeverableSockets {
  /** For `stream` of `pg`: a socket that is not connected yet. */
  open(): Socket;
  /** Breaks off every connection: what waits for an answer fails at once, and the next query connects anew. */
  cut(): void;
}

/**
 * Makes the sockets for connections to the database.
 *
 * A connection that is stalled rather than closed (its machine lost power, a firewall forgot it) would keep whoever
 * waits on it for the 15 minutes in which the kernel sends again, and every later query on it as well.
 */
export function createSeverableSockets(): SeverableSockets {
  const open = new Set<Socket>();
  return {
    open() {
      const socket = new Socket();
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      return socket;
    },
    cut() {
      for (const socket of open) socket.destroy();
    },
  };
}
