import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ReceivedClip } from '#server/app/clip-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import { createUploadReceiver } from './receive-uploads.ts';

let app: FastifyInstance;
let port: number;
let received: ReceivedClip | null = null;
const answer = Promise.withResolvers<string>();

beforeAll(async () => {
  app = Fastify();
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
