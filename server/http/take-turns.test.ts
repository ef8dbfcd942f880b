import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

const crowdSize = 60;
const beginningMs = 3;

const begun: string[] = [];
const slow: RequestListener = (request, response) => {
  begun.push(request.url ?? '');
  const end = performance.now() + beginningMs;
  while (performance.now() < end);
  response.end();
};
const crowded = createServer(slow);
const other = createServer((_, response) => response.end());
beforeAll(async () => {
  takeTurns(crowded);
  for (const server of [crowded, other]) await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => {
  begun.length = 0;
});
afterAll(() => {
  for (const server of [crowded, other]) server.close();
});

async function connectTo(server: Server): Promise<Socket> {
  const accepted = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await Promise.all([once(socket, 'connect'), accepted]);
  return socket;
}

async function ask(socket: Socket, path: string): Promise<void> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: turns\r\nConnection: close\r\n\r\n`);
  await once(socket.resume(), 'end');
}

const paths = Array.from({ length: crowdSize }, (_, index) => `/${index}`);

async function gatherCrowd() {
  const crowd: { path: string; socket: Socket }[] = [];
  for (const path of paths) crowd.push({ path, socket: await connectTo(crowded) });
  return () => Promise.all(crowd.map(({ socket, path }) => ask(socket, path)));
}

test('whoever comes with a crowd is answered before most of it has begun, and the crowd begins in its order', async () => {
  const come = await gatherCrowd();
  const late = await connectTo(other);
  const all = come();
  await ask(late, '/');
  expect(begun.length).toBeLessThan(crowdSize / 2);
  await all;
  expect(begun).toEqual(paths);
});

test.each(['/healthz', '/readyz'])('%s is asked behind no crowd', async (path) => {
  const come = await gatherCrowd();
  const late = await connectTo(crowded);
  await Promise.all([come(), ask(late, path)]);
  expect(begun.indexOf(path)).toBeLessThan(crowdSize / 2);
  expect(begun.filter((each) => each !== path)).toEqual(paths);
});
