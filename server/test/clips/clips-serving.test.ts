import { beforeAll, expect, test } from 'vitest';
import { problemBody } from '#server/http/bare-http-fixture.ts';
import { formOf, upload } from '#server/test/clip-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { toneWav } from '#server/test/tone-wav.ts';
import { startTestServer } from '#server/test/test-server.ts';

let url: string;
/** What is stored, byte by byte. */
let bytes: Buffer;
const server = forFile(startTestServer);
beforeAll(async () => {
  const { body } = await upload(server.url, formOf(toneWav(1)));
  url = `${server.url}${body.url}`;
  bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
});

const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers });

test('a clip is served as what it is, and as nothing else', async () => {
  const { status, headers } = await get();
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': expect.stringMatching(/^audio\//),
    'content-length': String(bytes.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': expect.stringMatching(/^inline; filename="[a-z2-7]{26}\.\w+"$/),
    'accept-ranges': 'bytes',
  });
});

test('it may be kept by the browser for as long as it lives, and by nobody in between', async () => {
  const value = (await get()).headers.get('cache-control') ?? '';
  const seconds = Number(/^private, max-age=(\d+)$/.exec(value)?.[1]);
  expect(seconds).toBeGreaterThan(3500);
  expect(seconds).toBeLessThanOrEqual(3600);
});

test.each([
  ['bytes=0-9', 0, 9],
  ['bytes=10-', 10, null],
  ['bytes=-5', -5, null],
  ['bytes=5-5', 5, 5],
  ['bytes=0-99999999', 0, null],
])('the part %s is served as asked for', async (range, first, last) => {
  const reply = await get({ range });
  const expected = bytes.subarray(first, last === null ? undefined : last + 1);
  const start = first < 0 ? bytes.length + first : first;
  expect(reply.status).toBe(206);
  expect(reply.headers.get('content-range')).toBe(
    `bytes ${start}-${start + expected.length - 1}/${bytes.length}`,
  );
  expect(Buffer.from(await reply.arrayBuffer()).equals(expected)).toBe(true);
});

test.each(['bytes=99999999-', 'bytes=-0'])('the part %s, which is not there, is refused', async (range) => {
  const reply = await get({ range });
  expect(reply.status).toBe(416);
  expect(reply.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
  expect(await reply.json()).toEqual(problemBody('range_not_satisfiable'));
});

test.each(['bytes=0-1,4-5', 'bytes=9-1', 'lines=1-2', 'bytes=x-', 'bytes=-'])(
  'what is no single part (%s) is answered with all of it',
  async (range) => {
    const reply = await get({ range });
    expect(reply.status).toBe(200);
    expect((await reply.arrayBuffer()).byteLength).toBe(bytes.length);
  },
);

test('a part is only served of the very file that the player has', async () => {
  const etag = (await get()).headers.get('etag') ?? '';
  expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
  expect((await get({ range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200);
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
});

test('one that the browser has is not sent again, however the header names it', async () => {
  const etag = (await get()).headers.get('etag') ?? '';
  for (const named of [`"another", ${etag}`, `W/${etag}`])
    expect((await get({ 'if-none-match': named })).status).toBe(304);
  expect((await get({ 'if-none-match': etag.slice(0, -1) })).status).toBe(200);
});

test('a header that is made to be parted at great length costs next to nothing', async () => {
  const blanks = { 'if-none-match': `a${' '.repeat(15_000)}a` };
  const before = process.threadCpuUsage();
  for (let time = 0; time < 10; time += 1) expect((await get(blanks)).status).toBe(200);
  const { user } = process.threadCpuUsage(before);
  expect(user / 1000).toBeLessThan(300);
});

test('HEAD tells the same without the file', async () => {
  const reply = await get({}, 'HEAD');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-length')).toBe(String(bytes.length));
  expect(reply.headers.get('content-type')).toMatch(/^audio\//);
  expect(await reply.text()).toBe('');
});
