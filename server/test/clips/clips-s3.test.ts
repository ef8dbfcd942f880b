import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { newClipName } from '#server/app/donations/clip-name.ts';
import type { ClipFiles } from '#server/app/clip-ports.ts';
import { Secret } from '#server/app/secret.ts';
import { openClipBucket } from '#server/media/store/s3-clip-files.ts';
import { formOf, upload, uploadTone } from '#server/test/clip-fixture.ts';
import { toneWav } from '#server/test/tone-wav.ts';
import { s3Keys, startS3Server, type S3Server } from '#server/test/stand-ins/s3-server.ts';
import { until } from '#server/test/test-client.ts';
import { startTestServer, type TestServer } from '#server/test/test-server.ts';

const bucket = 'clips-of-tests';
const ending = new AbortController();
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server(bucket);
});
afterAll(async () => {
  ending.abort();
  await s3.stop();
});
beforeEach(() => s3.objects.clear());

const open = (secretKey = s3Keys.secretKey): Promise<ClipFiles> =>
  openClipBucket(
    {
      endpoint: s3.url,
      bucket,
      region: 'eu-test-1',
      prefix: 'live/',
      accessKey: s3Keys.accessKey,
      secretKey: new Secret(secretKey),
      pathStyle: true,
    },
    ending.signal,
  );

async function read(files: ClipFiles, name: string, start: number, end: number): Promise<string | null> {
  const stream = await files.read(name, { start, end });
  return stream === null ? null : (await buffer(stream)).toString();
}

async function namesIn(files: ClipFiles): Promise<string[]> {
  const names: string[] = [];
  for await (const name of files.list()) names.push(name);
  return names;
}

describe('a bucket', () => {
  test('keeps a clip, gives any part of it, and forgets it', async () => {
    const files = await open();
    const name = newClipName('mp3');
    await files.put(name, Buffer.from('0123456789'), 'audio/mpeg');
    expect([...s3.objects.keys()]).toEqual([`live/${name}`]);
    expect(s3.objects.get(`live/${name}`)?.type).toBe('audio/mpeg');
    expect(await read(files, name, 0, 9)).toBe('0123456789');
    expect(await read(files, name, 3, 5)).toBe('345');
    await files.remove(name);
    await files.remove(name);
    expect(await read(files, name, 0, 9)).toBeNull();
  });

  test('lists what is below its prefix and looks like a clip, page by page', async () => {
    const files = await open();
    const names = Array.from({ length: 7 }, () => newClipName('ogg'));
    for (const name of names) await files.put(name, Buffer.from('x'), 'audio/ogg');
    for (const key of ['live/notes.txt', newClipName('ogg'), 'other/x'])
      s3.objects.set(key, { bytes: Buffer.from('x'), type: '' });
    expect((await namesIn(files)).toSorted()).toEqual(names.toSorted());
  });

  test('that refuses our keys, or is away, is a place that is away for now', async () => {
    const name = newClipName('mp3');
    const wrong = await open('another secret');
    await expect(wrong.put(name, Buffer.from('x'), 'audio/mpeg')).rejects.toMatchObject({
      name: 'Transient',
    });
    s3.isAway = true;
    onTestFinished(() => void (s3.isAway = false));
    const files = await open();
    await expect(files.read(name, { start: 0, end: 0 })).rejects.toMatchObject({ name: 'Transient' });
  });
});

describe('a server with a bucket', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      environment: {
        CLIPS_S3_ENDPOINT: s3.url,
        CLIPS_S3_BUCKET: bucket,
        CLIPS_S3_KEY: s3Keys.accessKey,
        CLIPS_S3_SECRET: s3Keys.secretKey,
      },
    });
  });
  afterAll(() => server.stop());

  test('serves a clip from it in any part, and deletes it in time', async () => {
    const { fileName, url } = await uploadTone(server.url);
    const stored = s3.objects.get(`clips/${fileName}`)?.bytes;
    const whole = await fetch(`${server.url}${url}`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(stored ?? Buffer.alloc(0))).toBe(true);
    const part = await fetch(`${server.url}${url}`, { headers: { range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(stored?.subarray(10, 20));
    server.passTime(3_600_000);
    await until(() => expect(s3.objects.size).toBe(0));
  });

  test('says that it is busy while the bucket is away, and works again afterwards', async () => {
    s3.isAway = true;
    onTestFinished(() => void (s3.isAway = false));
    expect(await upload(server.url, formOf(toneWav(1)))).toMatchObject({
      status: 429,
      body: { code: 'busy' },
    });
    s3.isAway = false;
    await uploadTone(server.url);
  });
});
