import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPost } from '#server/solana/post-text.ts';
import { createRpcTransport } from '#server/solana/rpc-transport.ts';

let node: Server;
let answer: (response: ServerResponse, request: IncomingMessage, asked: string) => void;
let connections: number;

beforeEach(async () => {
  connections = 0;
  node = createServer((request, response) => {
    void textOf(request).then((asked) => answer(response, request, asked));
  });
  node.on('connection', () => (connections += 1));
  node.listen(0, '127.0.0.1');
  await once(node, 'listening');
});
afterEach(() => {
  node.closeAllConnections();
  node.close();
});

function open() {
  return createRpcTransport(
    openPost(`http://127.0.0.1:${(node.address() as AddressInfo).port}/path?key=1`, 2),
  );
}

function answerText(text: string): void {
  answer = (response) => response.end(text);
}

test('whole numbers come exactly, and nothing else is taken for one', async () => {
  answerText('{"result":[18446744073709551615,-7,0,1.0,0.5,"12",null,{"slot":5}]}');
  await expect(open()({ payload: {} })).resolves.toEqual({
    result: [18_446_744_073_709_551_615n, -7n, 0n, 1, 0.5, '12', null, { slot: 5n }],
  });
});

test('a call is posted as JSON to the whole address, its bigints as whole numbers', async () => {
  answer = (response, request, asked) => {
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, type: headers['content-type'], asked }));
  };
  await expect(
    open()({ payload: { method: 'getSlot', params: [18_446_744_073_709_551_615n] } }),
  ).resolves.toEqual({
    method: 'POST',
    url: '/path?key=1',
    type: 'application/json; charset=utf-8',
    asked: '{"method":"getSlot","params":[18446744073709551615]}',
  });
});

test('a compressed answer is read', async () => {
  answer = (response, request) => {
    expect(request.headers['accept-encoding']).toBe('gzip');
    response
      .writeHead(200, { 'content-encoding': 'gzip' })
      .end(gzipSync(`{"result":"${'ä'.repeat(90_000)}"}`));
  };
  await expect(open()({ payload: {} })).resolves.toEqual({ result: 'ä'.repeat(90_000) });
});

test('calls after one another share a connection, also past one that was refused', async () => {
  const post = open();
  answerText('{"result":1}');
  await post({ payload: {} });
  answer = (response) => response.writeHead(500).end('out of order');
  await expect(post({ payload: {} })).rejects.toThrow('500');
  answerText('{"result":2}');
  await expect(post({ payload: {} })).resolves.toEqual({ result: 2n });
  expect(connections).toBe(1);
});

const kinds = [
  ['plain', {}],
  ['compressed', { 'content-encoding': 'gzip' }],
] as const;

test.each(kinds)('a %s answer that breaks off is none', async (_kind, headers) => {
  const whole = gzipSync(Buffer.from(`{"result":"${'0'.repeat(1000)}"}`));
  answer = (response) => {
    response.writeHead(200, { ...headers, 'content-length': whole.length + 10 });
    response.write(whole.subarray(0, 20), () => response.destroy());
  };
  await expect(open()({ payload: {} })).rejects.toThrow(/aborted|reset/i);
});

test.each(kinds)('a %s answer without end is not read to the end', async (kind, headers) => {
  const megabyte = Buffer.alloc(2 ** 20, ' ');
  const piece = kind === 'plain' ? megabyte : gzipSync(megabyte);
  const closed = Promise.withResolvers<void>();
  answer = (response) => {
    response.on('close', () => closed.resolve()).writeHead(200, headers);
    const write = (): void => {
      if (!response.destroyed) response.write(piece, () => setImmediate(write));
    };
    write();
  };
  await expect(open()({ payload: {} })).rejects.toThrow('longer than 16777216 bytes');
  await closed.promise;
});

test('a node that switches to another protocol has given no answer', async () => {
  answer = (response) => {
    response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end();
  };
  await expect(open()({ payload: {} })).rejects.toThrow('ended without an answer');
});

test.each([
  ['before anything came', () => undefined],
  ['in the middle of its answer', (response: ServerResponse) => void response.write('{"result":')],
])('a call that is given up %s ends at once', async (_when, begin) => {
  const givingUp = new AbortController();
  const asked = Promise.withResolvers<void>();
  answer = (response) => {
    begin(response);
    asked.resolve();
  };
  const answered = open()({ payload: {}, signal: givingUp.signal });
  answered.catch(() => undefined);
  await asked.promise;
  givingUp.abort();
  await expect(answered).rejects.toThrow(/abort/i);
});

test('a call that was given up before it began is not sent', async () => {
  answerText('{"result":1}');
  await expect(open()({ payload: {}, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  expect(connections).toBe(0);
});

test('no more connections are opened than are wanted; the calls beyond wait for one', async () => {
  const held: ServerResponse[] = [];
  answer = (response) => held.push(response);
  const transport = open();
  const calls = Array.from({ length: 5 }, () => transport({ payload: {} }));
  await expect.poll(() => held.length).toBe(2);
  answerText('{"result":1}');
  for (const response of held) response.end('{"result":1}');
  await expect(Promise.all(calls)).resolves.toHaveLength(5);
  expect(connections).toBe(2);
});
