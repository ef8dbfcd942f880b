import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { ReceivedClip } from '#server/app/clip-ports.ts';
import { createProxyTrust } from '#server/app/limits/proxy-trust.ts';
import type { Ports } from '#server/app/ports.ts';
import { replyWithProblem } from './problem-replies.ts';
import { createUploadReceiver } from './receive-uploads.ts';
import { tellClientsApart } from './tell-clients-apart.ts';

let app: FastifyInstance;
let port: number;
let received: ReceivedClip | null = null;
const answer = Promise.withResolvers<string>();

beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler(replyWithProblem);
  tellClientsApart(app, createProxyTrust(['127.0.0.1']));
  await app.register(multipart);
  const ports = { clips: { intake: { spoolFolder: tmpdir() } } } as Pick<Ports, 'clips'>;
  const closing = new AbortController().signal;
  const uploads = createUploadReceiver(ports, { mostPerAddress: () => 4, closing });
  app.post('/', async (request, reply) => {
    received = await uploads.take(request, reply).receive();
    await received.discard();
    return await answer.promise;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

const body = '--edge\r\ncontent-disposition: form-data; name="audio"; filename="a"\r\n\r\nx\r\n--edge--\r\n';
const head =
  'POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=edge\r\n' +
  `content-length: ${body.length}\r\n\r\n`;

async function send() {
  received = null;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(head + body);
  return { socket, clip: await vi.waitUntil(() => received, 10_000) };
}

test('an upload is gone when its connection ends before the answer', async () => {
  const { socket, clip } = await send();
  expect(clip.gone.aborted).toBe(false);
  socket.destroy();
  await vi.waitUntil(() => clip.gone.aborted, 10_000);
});

test('an upload that was answered is not gone', async () => {
  const { socket, clip } = await send();
  answer.resolve('done');
  expect(await text(socket)).toContain('done');
  expect(clip.gone.aborted).toBe(false);
});

test('an upload may take two minutes, as long as the page that sends it waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = connect(port, '127.0.0.1');
  socket.write(head + body.slice(0, -20));
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
  vi.advanceTimersByTime(119_000);
  socket.write(body.slice(-20));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200/);
});

test('uploads from one IPv6 line take a quarter of the places, over all of its networks', async () => {
  const answers: string[] = [];
  const begin = async (from: string): Promise<void> => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => answers.push(`${from} ${/"code":"(\w+)"/.exec(data.toString())?.[1]}`));
    const started = head.replace('host', `x-forwarded-for: ${from}\r\nhost`) + body.slice(0, -20);
    await new Promise((resolve) => socket.write(started, resolve));
  };
  const networks = [1, 2, 3, 4, 5];
  await Promise.all(
    networks.flatMap((network) => Array.from({ length: 4 }, () => begin(`2001:db8:0:${network}::1`))),
  );
  await vi.waitUntil(() => answers.length === 4, 10_000);
  expect(answers.every((answer) => answer.endsWith(' busy'))).toBe(true);
  await Promise.all(Array.from({ length: 5 }, () => begin('2001:db8:1::1')));
  await vi.waitUntil(() => answers.length === 5, 10_000);
  expect(answers[4]).toBe('2001:db8:1::1 busy');
});
