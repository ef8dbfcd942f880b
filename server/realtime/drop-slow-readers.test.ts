import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { dropSlowReaders } from './drop-slow-readers.ts';
import type { LiveServer } from './socket-state.ts';

test('a client that joins and reads nothing is cut off, and one that reads gets everything', async () => {
  const http = createServer();
  const server: LiveServer = new Server(http, { serveClient: false });
  const namespace = server.of('/api');
  const { sockets } = namespace;
  const guard = dropSlowReaders(namespace, { packets: 50, bytes: 1_000_000, everyMs: 20 });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(async () => {
    guard.stop();
    await server.close();
  });
  const { port } = http.address() as AddressInfo;

  const reader = io(`http://127.0.0.1:${port}/api`, { transports: ['websocket'] });
  let read = 0;
  reader.on('flood', () => (read += 1));
  const idle = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  await once(idle, 'open');
  idle.send('40/api,');
  await vi.waitFor(() => expect(sockets.size).toBe(2), 10_000);
  idle.pause();

  const everyone = namespace as unknown as { emit(name: string, text: string): void };
  let sent = 0;
  await vi.waitFor(
    () => {
      for (let burst = 0; burst < 20; burst += 1, sent += 1) everyone.emit('flood', 'x'.repeat(20_000));
      expect(sockets.size).toBe(1);
    },
    { timeout: 10_000, interval: 5 },
  );
  await vi.waitFor(() => expect(read).toBe(sent), 10_000);
  // Some megabytes stand in the buffers of the operating system; nothing like all of it stood in ours.
  reader.close();
  idle.terminate();
});
