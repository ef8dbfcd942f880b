import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const ANY_PORT_TRIES = 50;

/** The ports cannot be had: someone else listens there. */
export class PortInUse extends Error {}

/**
 * Listens with `first` on `port` and with `second` on the port after it; port 0 finds two in a row.
 *
 * Throws PortInUse when one of them is taken; then neither listens.
 */
export async function listenOnPair(
  first: Server,
  second: Server,
  port: number,
  host: string,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const chosen = await listen(first, port, host);
    try {
      await listen(second, chosen + 1, host);
      return chosen;
    } catch (error) {
      await close(first);
      if (port !== 0 || attempt >= ANY_PORT_TRIES || !(error instanceof PortInUse)) throw error;
    }
  }
}

/** Stops listening and cuts what is still open. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      const isTaken = error.code === 'EADDRINUSE' || error.code === 'ERR_SOCKET_BAD_PORT';
      reject(isTaken ? new PortInUse(`Port ${port} on ${host} is already in use.`, { cause: error }) : error);
    };
    server.once('error', fail);
    try {
      server.listen(port, host, () => {
        server.off('error', fail);
        resolve((server.address() as AddressInfo).port);
      });
    } catch (error) {
      fail(error as NodeJS.ErrnoException);
    }
  });
}
