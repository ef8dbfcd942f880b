import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { query } from '#server/test/database-address.ts';
import { freePort } from '#server/test/free-port.ts';
import { until } from '#server/test/test-client.ts';
import { startTestServer, type TestServer } from '#server/test/test-server.ts';
import { exchange, statusesIn } from './raw-exchange.ts';
import { listPayloads } from './smuggling-payloads.ts';
import { hasProxy, type ProxyName, type RunningProxy, startProxy } from './start-proxy.ts';

const atOnce = 6;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ environment: { TRUST_PROXY: '127.0.0.1' } });
  subscribe(channel, hear);
});
afterAll(async () => {
  unsubscribe(channel, hear);
  await server?.stop();
});

/** Asks for an account. It must stay unheard, so the account must never be there. */
function registration(username: string): string {
  const body = JSON.stringify({ username, password: 'correct horse' });
  return (
    `POST /api/auth/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`
  );
}

const victim = Buffer.from('GET /api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

/** What reached our server, and whether a proxy had sent it. */
const heard: { url: string; isMarked: boolean }[] = [];
const channel = 'http.server.request.start';
const hear = (message: unknown): void => {
  const { request } = message as { request: IncomingMessage };
  // The sandbox chain is a server of this process, too.
  if (request.socket.localPort !== Number(new URL(server.url).port)) return;
  heard.push({ url: request.url ?? '', isMarked: request.headers['x-request-id'] !== undefined });
};

/** Sends every payload, and after each one looks whether a stranger gets their own answer. */
async function sendAll(port: number): Promise<{ answers: Map<string, number[]>; poisoned: string[] }> {
  const payloads = listPayloads((name) =>
    registration(`h-${createHash('sha1').update(name).digest('hex').slice(0, 12)}`),
  );
  expect(payloads.length).toBeGreaterThan(60);
  const answers = new Map<string, number[]>();
  const poisoned: string[] = [];
  heard.length = 0;
  const sendOne = async ({ name, bytes }: (typeof payloads)[number]): Promise<void> => {
    answers.set(name, statusesIn(await exchange(port, bytes)));
    const next = await exchange(port, victim);
    if (!/^HTTP\/1\.1 200 [^]*"network":"devnet"/.test(next)) poisoned.push(`${name}: ${next.slice(0, 60)}`);
  };
  for (let from = 0; from < payloads.length; from += atOnce)
    await Promise.all(payloads.slice(from, from + atOnce).map(sendOne));
  return { answers, poisoned };
}

test('a request that follows in the open is heard: the test would notice one that was hidden', async () => {
  const port = Number(new URL(server.url).port);
  const open = Buffer.concat([
    Buffer.from('GET /api/config HTTP/1.1\r\nHost: x\r\n\r\n'),
    Buffer.from(registration('in-the-open')),
  ]);
  expect(statusesIn(await exchange(port, open))[0]).toBe(200);
  const find = () => query(server.connectionString, `select 1 from users where username = 'in-the-open'`);
  await until(async () => expect(await find()).toHaveLength(1));
  expect(heard.map(({ url }) => url)).toEqual(['/api/config', '/api/auth/register']);
});

test('our own server answers an ambiguous request once, and does not hear the one that it hides', async () => {
  const { answers, poisoned } = await sendAll(Number(new URL(server.url).port));
  expect([...answers].filter(([, statuses]) => statuses.length > 1)).toEqual([]);
  expect(heard.filter(({ url }) => url === '/api/auth/register')).toEqual([]);
  expect(poisoned).toEqual([]);
}, 60_000);

describe.each<ProxyName>(['caddy', 'nginx'])('through %s', (name) => {
  let proxy: RunningProxy | undefined;

  beforeAll(async () => {
    if (hasProxy(name)) proxy = await startProxy(name, await freePort(), [Number(new URL(server.url).port)]);
  });
  afterAll(() => proxy?.stop());

  /** What the proxy took for a second request in the open went through its hands and bears its mark: no harm. */
  test.skipIf(!hasProxy(name))(
    'nothing reaches the server past the proxy, and nobody gets the answer of another one',
    async () => {
      const { answers, poisoned } = await sendAll(proxy?.port ?? 0);
      expect(poisoned).toEqual([]);
      const fromVisitors = heard.filter(({ url }) => url !== '/readyz');
      expect(fromVisitors.filter(({ isMarked }) => !isMarked)).toEqual([]);
      const inTheOpen = fromVisitors.filter(({ url }) => url === '/api/auth/register').length;
      const secondAnswers = [...answers.values()].reduce(
        (sum, { length }) => sum + Math.max(0, length - 1),
        0,
      );
      expect(secondAnswers).toBeLessThanOrEqual(inTheOpen);
    },
    60_000,
  );
});
