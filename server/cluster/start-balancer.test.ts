import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type Balancer, startBalancer } from './start-balancer.ts';

const servers: Server[] = [];
let balancer: Balancer | undefined;

afterEach(async () => {
  await balancer?.stop();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that is ready, and what it does with everything else. */
async function serve(answer: RequestListener): Promise<number> {
  const server = createServer((request, response) => {
    if (request.url === '/readyz') response.end();
    else answer(request, response);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const works: RequestListener = (_, response) => void response.end('well');
const asServer =
  (name: string): RequestListener =>
  (request, response) =>
    void response.end(request.url?.includes('sid=') ? name : `0{"sid":"of-${name}"}`);

async function balance(ports: readonly number[]): Promise<string> {
  const free = await serve(() => undefined);
  servers.pop()?.close();
  balancer = await startBalancer({ port: free, servers: ports });
  await vi.waitFor(() => expect(ports.every((port) => balancer?.isReady(port))).toBe(true), 10_000);
  return balancer.url;
}

test('a GET that its server does not answer goes to the next one, a POST does not', async () => {
  const asked: string[] = [];
  const breaks: RequestListener = (request) => {
    asked.push(`${request.method}`);
    request.socket.destroy();
  };
  const url = await balance([await serve(breaks), await serve(works)]);
  const replies = await Promise.all(Array.from({ length: 6 }, () => fetch(url)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(asked).toContain('GET');
  const posts = await Promise.all(Array.from({ length: 4 }, () => fetch(url, { method: 'POST', body: '1' })));
  const failed = posts.filter(({ status }) => status === 502).length;
  expect(failed).toBe(asked.filter((method) => method === 'POST').length);
  expect(failed).toBeGreaterThan(0);
});

test('a Socket.IO client stays with the server that knows its session', async () => {
  const url = await balance([await serve(asServer('a')), await serve(asServer('b'))]);
  const begin = `${url}/socket.io/?EIO=4&transport=polling`;
  const ids = await Promise.all(
    Array.from({ length: 8 }, async () => /"sid":"([^"]+)"/.exec(await (await fetch(begin)).text())?.[1]),
  );
  for (const id of ids) expect(await (await fetch(`${begin}&sid=${id}`)).text()).toBe(id?.replace('of-', ''));
});

test('a port that somebody else has is named in a sentence', async () => {
  const taken = await serve(works);
  await expect(startBalancer({ port: taken, servers: [taken] })).rejects.toThrow(
    `Port ${taken} is already in use: stop the other program, or choose another with PORT.`,
  );
});
