import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
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

/** Waits until a request has come to the crowded server, which need not have begun it. */
async function comes(path: string, then: (request: IncomingMessage) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (request: IncomingMessage): void => {
    if (request.url !== path) return;
    then(request);
    resolve();
  };
  crowded.on('request', look);
  await promise.finally(() => crowded.off('request', look));
}

const ahead = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: turns\r\n\r\n`;

test('who sends some requests before it has the answers gets all of them', async () => {
  const socket = await connectTo(crowded);
  const few = paths.slice(0, 10);
  socket.write(few.map(ahead).join(''));
  const answers = text(socket);
  await Promise.all([answers, ask(socket, '/last')]);
  expect((await answers).match(/HTTP\/1\.1 200/g)).toHaveLength(few.length + 1);
  expect(begun).toEqual([...few, '/last']);
});

test.each(['/', '/healthz'])(
  'who sends them without end is cut off, and nobody waits for them: %s',
  async (path) => {
    const greedy = await connectTo(crowded);
    const late = await connectTo(crowded);
    greedy.on('error', () => greedy.destroy());
    greedy.resume().write(ahead(path).repeat(1000));
    await comes(path, () => undefined);
    await ask(late, '/late');
    expect(begun.length).toBeLessThan(crowdSize / 2);
    expect(begun).toContain('/late');
    await vi.waitUntil(() => greedy.destroyed, 10_000);
  },
);

test('what came over a connection that is gone does not begin', async () => {
  const come = await gatherCrowd();
  const gone = await connectTo(crowded);
  const all = come();
  gone.on('error', () => gone.destroy());
  gone.write(ahead('/gone'));
  await comes('/gone', ({ socket }) => socket.destroy());
  await all;
  expect(begun).toEqual(paths);
});
