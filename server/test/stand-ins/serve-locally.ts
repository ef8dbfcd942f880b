import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Has a server listen at a free port of this machine; `close` ends it and every connection to it. */
export async function serveLocally(
  server: Server,
  host = '127.0.0.1',
): Promise<{ origin: string; close: () => Promise<void> }> {
  server.listen(0, host);
  await once(server, 'listening');
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
