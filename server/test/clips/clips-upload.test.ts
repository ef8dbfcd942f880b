import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { formOf, partEnd, partHead, sendPieces, upload } from '#server/test/clip-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { toneWav } from '#server/test/tone-wav.ts';
import { until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

const server = forFile(startTestServer);

const piece = Buffer.alloc(64 * 1024, 1);
const tooLarge = { code: 'audio_too_large', message: 'File size must be less than 5MB' };

/** A file of so many bytes, in pieces. */
function* fileOf(bytes: number): Generator<Uint8Array> {
  yield partHead;
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece.subarray(0, bytes - sent);
  yield partEnd;
}

async function open(url: string): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

const headOf = (connection: string): string =>
  `POST /api/files/audio/upload HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n` +
  'content-type: multipart/form-data; boundary=edge\r\n';

const chunkOf = (bytes: Uint8Array): string =>
  `${bytes.length.toString(16)}\r\n${Buffer.from(bytes).toString('latin1')}\r\n`;

describe('an upload', () => {
  test('of a file that is no audio is refused, whatever its name and type say', async () => {
    const { status, body } = await upload(server.url, formOf(Buffer.from('<html>hello</html>')));
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'audio_not_recognised' });
  });

  test('of a clip that plays for longer than 15 s is refused', async () => {
    const { status, body } = await upload(server.url, formOf(toneWav(15.5)));
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'Audio must be 15 seconds or less',
    });
  });

  test('that a page of another site asked a browser for is refused, as any act is', async () => {
    const answers: string[] = [];
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
      const { status, body } = await upload(server.url, formOf(toneWav(1)), { 'sec-fetch-site': site });
      answers.push(`${site} ${status} ${body.code}`);
    }
    expect(answers).toEqual([
      'cross-site 403 other_site',
      'same-site 403 other_site',
      'same-origin 201 undefined',
      'none 201 undefined',
    ]);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const looked = await fetch(`${server.url}/api/donations/unknown/look`, { method: 'POST', headers });
    expect(looked.status).toBe(403);
    // What is only read is read from anywhere; another site’s script does not get to see it.
    expect((await fetch(`${server.url}/api/config`, { headers })).status).toBe(200);
  });

  test('of exactly 15 s is told to last 15 s', async () => {
    expect((await upload(server.url, formOf(toneWav(15.04)))).body).toMatchObject({ duration: 15 });
  });

  test('of another field, of nothing, of two files, or in another form is refused in words', async () => {
    const two = formOf(toneWav(1));
    two.append('audio', new Blob([Uint8Array.from(toneWav(1))]), 'b.wav');
    const textField = new FormData();
    textField.append('audio', 'just text');
    const form = { 'content-type': 'multipart/form-data; boundary=edge' };
    const refusals = [
      await upload(server.url, formOf(toneWav(1), { field: 'file' })),
      await upload(server.url, formOf(Buffer.alloc(0))),
      await upload(server.url, new FormData()),
      await upload(server.url, textField),
      await upload(server.url, two),
      await upload(server.url, toneWav(1), { 'content-type': 'audio/wav' }),
      await upload(server.url, Buffer.from('{}'), { 'content-type': 'application/json' }),
      await upload(server.url, Buffer.from('nothing of the kind'), form),
      await upload(server.url, Buffer.concat([partHead, toneWav(1)]), form),
      await upload(server.url, toneWav(1), { 'content-type': 'multipart/form-data' }),
      await upload(server.url, Buffer.alloc(0), form),
    ];
    expect(refusals.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      '400 audio_missing',
      '400 audio_missing',
      '400 audio_missing',
      '400 audio_missing',
      '400 invalid_request',
      '415 unsupported_media',
      '415 unsupported_media',
      '400 invalid_request',
      '400 invalid_request',
      '400 invalid_request',
      '400 audio_missing',
    ]);
    expect(refusals[4]?.body.message).toBe('Please send one audio file only.');
  });
});

describe('a file of more than 5 MB', () => {
  const sixMb = 6 * 1024 * 1024;

  test('is refused in words to a browser that sends all of it before it listens', async () => {
    const { status, body } = await upload(server.url, formOf(Buffer.alloc(sixMb)));
    expect({ status, ...body }).toEqual({ status: 413, ...tooLarge });
  });

  test.each([
    ['that says how long it is', { 'content-length': String(partHead.length + sixMb + partEnd.length) }],
    ['that does not say how long it is', {}],
  ])('is refused in words to a client %s and sends on', async (_, headers) => {
    const { status, body } = await sendPieces(server.url, fileOf(sixMb), { headers });
    expect({ status, ...JSON.parse(body) }).toEqual({ status: 413, ...tooLarge });
  });

  test('is refused while it arrives: a client that listens need not send much more than 5 MB', async () => {
    const { status, sentBytes } = await sendPieces(server.url, fileOf(60 * 1024 * 1024), {
      stopOnAnswer: true,
    });
    expect(status).toBe(413);
    expect(sentBytes).toBeLessThan(12 * 1024 * 1024);
  });

  test('that never ends is cut off after the answer', async () => {
    const socket = await open(server.url);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => socket.destroy());
    socket.write(`${headOf('keep-alive')}transfer-encoding: chunked\r\n\r\n${chunkOf(partHead)}`);
    const sendMore = (): void => {
      while (!socket.destroyed && socket.write(chunkOf(piece), 'latin1')) continue;
    };
    socket.on('drain', sendMore);
    sendMore();
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    expect(socket.bytesWritten).toBeLessThan(100 * 1024 * 1024);
  });

  test('may be followed by another upload over the same connection, and by its end', async () => {
    const socket = await open(server.url);
    const body = Buffer.concat([partHead, Buffer.alloc(sixMb), partEnd]);
    for (const connection of ['keep-alive', 'close']) {
      socket.write(`${headOf(connection)}content-length: ${body.length}\r\n\r\n`);
      socket.write(body);
    }
    const answer = await text(socket);
    expect(answer.match(/HTTP\/1\.1 413/g)).toHaveLength(2);
  });
});

test('of exactly 5 MB is a file like any other', async () => {
  const { status, body } = await sendPieces(server.url, fileOf(5 * 1024 * 1024));
  expect({ status, ...JSON.parse(body) }).toMatchObject({ status: 400, code: 'audio_not_recognised' });
});

test('an upload that breaks off leaves nothing, and the server takes the next one', async () => {
  const socket = await open(server.url);
  socket.write(`${headOf('keep-alive')}content-length: 100000\r\n\r\n${partHead.toString()}`);
  socket.destroy();
  expect((await upload(server.url, formOf(toneWav(1)))).status).toBe(201);
});

test('one address may have four uploads under way where everybody can come', async () => {
  const strict = await startTestServer({ environment: { PUBLIC_URL: 'https://brava.example' } });
  onTestFinished(() => strict.stop());
  const answers: string[] = [];
  const slow = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const socket = await open(strict.url);
      socket.on('data', (chunk: Buffer) => (answers[at] = chunk.toString()));
      socket.write(`${headOf('keep-alive')}content-length: 100000\r\n\r\n${partHead.toString()}`);
      return socket;
    }),
  );
  // A server that ends waits for what is under way.
  onTestFinished(() => slow.forEach((socket) => socket.destroy()));
  await until(() => expect(answers.filter((answer) => answer.includes('"busy"'))).toHaveLength(2));
  slow.find((_, at) => answers[at] === undefined)?.destroy();
  const next = async () => (await upload(strict.url, formOf(Buffer.from('no audio')))).body.code;
  await expect.poll(next, { interval: 500, timeout: 5000 }).toBe('audio_not_recognised');
});
