import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Ports of 127.0.0.1 that were free a moment ago. */
export interface FreePorts {
  server: number;
  /** The port after it is free as well: the sandbox's WebSocket is there. */
  sandbox: number;
}

/** Finds ports for one installation. Nothing holds them, so use them at once. */
export async function findFreePorts(): Promise<FreePorts> {
  const held: Server[] = [];
  const hold = async (port: number): Promise<number> => {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    held.push(server);
    const address = server.address();
    if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port.');
    return address.port;
  };
  try {
    const server = await hold(0);
    for (;;) {
      const sandbox = await hold(0);
      const isPairFree = await hold(sandbox + 1).then(
        () => true,
        () => false,
      );
      if (isPairFree) return { server, sandbox };
    }
  } finally {
    for (const server of held) server.close();
  }
}
