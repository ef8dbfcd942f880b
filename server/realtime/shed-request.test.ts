import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openCollector } from '#server/process/open-collector.ts';
import { createRequestShedding } from './shed-request.ts';
import type { LiveServer } from './socket-state.ts';

const collectGarbage = openCollector();

/** Starts sockets that let go of their request once they are served, and a client of them. */
async function openClient(transports: string[]) {
  const http = createServer();
  const server: LiveServer = new Server(http, { serveClient: false });
  const shed = createRequestShedding(server);
  const begun: WeakRef<object>[] = [];
  server.engine.use((request: object, answer: object, next: () => void) => {
    begun.push(new WeakRef(request), new WeakRef(answer));
    next();
  });
  const namespace = server.of('/api');
  namespace.on('connection', (socket) => {
    shed(socket);
    socket.emit('streamer_connected', { userId: 'somebody' });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const client = io(`http://127.0.0.1:${port}/api`, { transports });
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  await new Promise((resolve) => client.once('streamer_connected', resolve));
  return { namespace, client, begun };
}

test.each([['websocket'], ['polling']])(
  'of the request that a %s began with, and of the answer, nothing is kept while it is open',
  async (transport) => {
    const { namespace, client, begun } = await openClient([transport]);
    await vi.waitFor(() => {
      collectGarbage();
      // The next poll has a request of its own.
      expect(begun.slice(0, 2).map((held) => held.deref())).toEqual([undefined, undefined]);
    }, 10_000);
    client.disconnect();
    await vi.waitFor(() => expect(namespace.sockets.size).toBe(0), 10_000);
  },
);

test.each([[['websocket']], [['polling', 'websocket']]])(
  'all that a WebSocket consists of keeps its listeners tight, also where the connection began by %s',
  async (transports) => {
    const { namespace, client } = await openClient(transports);
    const [served] = [...namespace.sockets.values()];
    const emittersOf = (): unknown[] => {
      const transport: unknown = served?.conn.transport;
      return [served, served?.conn, transport, Reflect.get(Object(transport), 'socket')];
    };
    await vi.waitFor(() => expect(emittersOf().map(isTight)).toEqual([true, true, true, true]), 10_000);
    const heard = new Promise((resolve) => client.once('streamer_connected', resolve));
    served?.emit('streamer_connected', { userId: 'again' });
    await heard;
  },
);

/** Node's own table of listeners has no prototype at all. */
function isTight(emitter: unknown): boolean {
  const table: unknown = Reflect.get(Object(emitter), '_events');
  return table !== undefined && Object.getPrototypeOf(table) !== null;
}
