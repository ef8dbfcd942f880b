import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { openBareHttp } from './bare-http-fixture.ts';
import { keepConnections } from './connections.ts';
import { uploadTimeoutMs } from './receive-uploads.ts';
import { forFile } from '#server/test/for-file.ts';

const timeouts = { headersMs: 600, requestMs: 1200, checkEveryMs: 100 };
const slowClients = 300;

const http = forFile(openBareHttp);

async function listen(kept?: Parameters<typeof keepConnections>[1]): Promise<number> {
  const app = await http.open({}, { timeouts });
  if (kept !== undefined) keepConnections(app.server, kept);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** A connection that has sent this much; what it was told, and whether it was ended. */
async function open(
  port: number,
  start: string,
): Promise<{ socket: Socket; told: () => string; ended: () => boolean }> {
  const socket = connect({ port, host: '127.0.0.1' });
  let told = '';
  socket.on('data', (data) => (told += data.toString()));
  socket.on('error', () => socket.destroy());
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  socket.write(start);
  return { socket, told: () => told, ended: () => socket.destroyed || socket.readableEnded };
}

async function msOfACall(port: number): Promise<number> {
  const start = performance.now();
  expect((await fetch(`http://127.0.0.1:${port}/api/config`)).status).toBe(200);
  return performance.now() - start;
}

describe('a client that is slow on purpose', () => {
  test.each([
    ['headers', 'GET /api/config HTTP/1.1\r\nhost: x\r\n', 'x-more: 1\r\n'],
    [
      'a body',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{',
      ' ',
    ],
  ])('with %s is ended in words, and calls of others stay quick meanwhile', async (_, start, drop) => {
    const port = await listen();
    await msOfACall(port);
    const slow = await Promise.all(Array.from({ length: slowClients }, () => open(port, start)));
    const dripping = setInterval(
      () => slow.forEach(({ socket }) => socket.writable && socket.write(drop)),
      100,
    );
    try {
      expect(slow.some(({ ended }) => ended())).toBe(false);
      const calls: number[] = [];
      while (calls.length < 20) calls.push(await msOfACall(port));
      expect(calls.toSorted((a, b) => a - b)[10]).toBeLessThan(100);
      await vi.waitFor(() => expect(slow.every(({ ended }) => ended())).toBe(true), { timeout: 8000 });
      expect(slow[0]?.told()).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timeout"/);
    } finally {
      clearInterval(dripping);
    }
  });

  test('is given the time that an upload may take, and some more for its refusal in words', async () => {
    const { server } = await http.open();
    expect(server.requestTimeout).toBeGreaterThan(uploadTimeoutMs);
  });

  test('cannot take every connection: each address has its own share', async () => {
    const port = await listen({ caps: { perAddress: 5, inAll: 100 }, trustProxy: [] });
    const open9 = await Promise.all(Array.from({ length: 9 }, () => open(port, 'GET / HTTP/1.1\r\n')));
    await vi.waitFor(() => expect(open9.filter(({ ended }) => ended())).toHaveLength(4), 10_000);
    for (const { socket } of open9) socket.destroy();
    await vi.waitFor(() => msOfACall(port), { timeout: 3000 });
  });

  test('cannot take every connection from the many networks of one IPv6 line either', async () => {
    const app = await http.open({}, { timeouts });
    let networks = 0;
    app.server.on('connection', (socket) => {
      networks += 1;
      const line = networks <= 15 ? '2001:db8:1' : '2001:db8:2';
      Object.defineProperty(socket, 'remoteAddress', { value: `${line}:${networks}::1` });
    });
    keepConnections(app.server, { caps: { perAddress: 2, inAll: 40 }, trustProxy: [] });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const open15 = await Promise.all(Array.from({ length: 15 }, () => open(port, 'GET / HTTP/1.1\r\n')));
    await vi.waitFor(() => expect(open15.filter(({ ended }) => ended())).toHaveLength(5), 10_000);
    await msOfACall(port);
    for (const { socket } of open15) socket.destroy();
  });

  test('is not counted by the address of a trusted proxy, which is everybody’s', async () => {
    const port = await listen({ caps: { perAddress: 2, inAll: 100 }, trustProxy: ['127.0.0.1'] });
    const behind = await Promise.all(Array.from({ length: 6 }, () => open(port, 'GET / HTTP/1.1\r\n')));
    await msOfACall(port);
    expect(behind.some(({ ended }) => ended())).toBe(false);
    for (const { socket } of behind) socket.destroy();
  });
});

test('a body of more than 64 KB is refused in words', async () => {
  const port = await listen();
  const reply = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'x'.repeat(70_000) }),
  });
  expect([reply.status, await reply.json()]).toEqual([
    413,
    { code: 'body_too_large', message: 'This request is too large.' },
  ]);
});
