import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { createGate } from '#server/app/gate.ts';
import { replyWithProblem } from './problem-replies.ts';
import { receiveClip } from './receive-clip.ts';

const closing = new AbortController();
const inTurn = createGate({ running: 1, waiting: 10 });
let app: FastifyInstance;
let port: number;
/** Errors that are no refusals: there may be none. */
const faults: unknown[] = [];

beforeAll(async () => {
  app = Fastify();
  await app.register(multipart, { throwFileSizeLimit: false });
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Problem)) faults.push(error);
    return replyWithProblem(error, request, reply);
  });
  app.post<{ Params: { timeoutMs: string } }>('/:timeoutMs', async (request, reply) => {
    const timeoutMs = Number(request.params.timeoutMs);
    const receiving = { spoolFolder: tmpdir(), timeoutMs, inTurn, closing: closing.signal };
    const received = await receiveClip(request, reply, receiving);
    const bytes = await received.read();
    await received.discard();
    await received.discard();
    return { name: received.originalName, content: Buffer.from(bytes).toString('latin1') };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

const headOf = (timeoutMs: number) =>
  `POST /${timeoutMs} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=edge\r\n`;
const partHead = '--edge\r\ncontent-disposition: form-data; name="audio"; filename="a.mp3"\r\n\r\n';
const valid = `${partHead}the content\r\n--edge--\r\n`;

async function open(sent: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

const inject = (payload: string | Buffer) =>
  app.inject({
    method: 'POST',
    url: '/30000',
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload,
  });

test('a file is received as it was sent, under the last part of its name', async () => {
  const body = valid.replace('a.mp3', String.raw`..\\..\\my\u0000 song.mp3`);
  expect((await inject(body)).json()).toMatchObject({ content: 'the content' });
  expect((await inject(valid)).json()).toEqual({ name: 'a.mp3', content: 'the content' });
});

test('an upload that dribbles in is ended in words, and its connection with it', async () => {
  const socket = await open(`${headOf(200)}content-length: 100000\r\n\r\n${partHead}`);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*connection: close[^]*The upload took too long/);
});

test('whatever is done to the frame of an upload, the answer is no fault of ours', async () => {
  const cut = fc.record({
    at: fc.nat(valid.length),
    length: fc.nat(20),
    put: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('--edge', '\r\n', '--', '"', '\0'),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: 4 }), async (cuts) => {
      const body = cuts.reduce(
        (sent, { at, length, put }) => sent.slice(0, at) + put + sent.slice(at + length),
        valid,
      );
      const { statusCode } = await inject(Buffer.from(body));
      expect(statusCode).toBeLessThan(500);
    }),
    { numRuns: 300 },
  );
  expect(faults).toEqual([]);
});

test('a server that ends does not wait for what still arrives', async () => {
  const socket = await open(`${headOf(30_000)}content-length: 100000\r\n\r\n${partHead}`);
  const answer = text(socket);
  closing.abort();
  expect(await answer).toMatch(/^HTTP\/1\.1 429 [^]*connection: close/);
});
