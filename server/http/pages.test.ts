import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { openBareHttp, problemBody } from './bare-http-fixture.ts';
import { forFile } from '#server/test/for-file.ts';

let app: FastifyInstance;
const http = forFile(openBareHttp);
beforeAll(async () => {
  app = await http.open();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });

it.each([
  '/login',
  '/login/',
  '/register',
  '/recover',
  '/app',
  '/app/donations',
  '/guide',
  '/guide/obs',
  '/api/docs',
])('the app answers at %s', async (url) => {
  const reply = await get(url);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(reply.body).toContain('<title>app');
  expect(reply.headers['cache-control']).toBe('no-cache');
  expect(reply.headers['etag']).toBeDefined();
});

it('the signed-in area has a document of its own, and only that area', async () => {
  for (const url of ['/app', '/app/donations']) expect((await get(url)).body).toContain('signed in');
  for (const url of ['/login', '/guide', '/api/docs'])
    expect((await get(url)).body).not.toContain('signed in');
});

it('a donor has a page of their own', async () => {
  for (const url of ['/donate/abc', '/donate/abc/123']) {
    expect((await get(url)).body).toContain('<title>Donate');
  }
});

it('the widget has its own page', async () => {
  expect((await get('/widget/secret')).body).toContain('<title>overlay');
  expect((await get('/widget/secret?preview=0')).body).toContain('<title>overlay');
  expect((await get('/widget/secret?preview=1')).body).toContain('<title>preview');
});

it('an address that cannot be read, as of a link that was cut, is an unknown page, and a problem where no page is', async () => {
  for (const url of ['/donate/abc/%E0%A4%A', '/%', `/guide/${'x'.repeat(200)}`]) {
    const page = await get(url);
    expect([page.statusCode, page.body]).toEqual([404, expect.stringContaining('<title>app')]);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
  }
  for (const url of ['/api/%E0', '/assets/%E0.js']) {
    const { statusCode, json } = await get(url);
    expect([statusCode, json()]).toEqual([404, problemBody('not_found')]);
  }
});

it.each([
  '/',
  '/login',
  '/app/donations',
  '/privacy',
  '/donate/abc',
  '/widget/secret',
  '/widget/secret/goal',
])('a page that is asked for by another method than GET says which it takes: %s', async (url) => {
  const reply = await app.inject({ method: 'POST', url, payload: 'a=1' });
  expect([reply.statusCode, reply.headers['allow'], reply.json()]).toEqual([
    405,
    'GET, HEAD',
    problemBody('method_not_allowed'),
  ]);
  expect((await app.inject({ method: 'HEAD', url })).statusCode).not.toBe(405);
});

it('an unknown page is the app with status 404, an unknown file is a problem', async () => {
  const page = await get('/no/such/page');
  expect([page.statusCode, page.body]).toEqual([404, expect.stringContaining('<title>app')]);
  const file = await get('/assets/gone.js');
  expect([file.statusCode, file.json()]).toEqual([404, problemBody('not_found')]);
});

it.each([
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/assets/..%5c..%5cpackage.json',
  '/.git/config',
  '/%00',
])('nothing outside the build is served: %s', async (url) => {
  const reply = await get(url);
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect(reply.statusCode).toBeLessThan(500);
});

it('assets live for a year, compressed where the client takes it', async () => {
  const plain = await get('/assets/index-abc123.js');
  expect([plain.body, plain.headers['cache-control']]).toEqual([
    'plain',
    'public, max-age=31536000, immutable',
  ]);
  const small = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip, br' });
  expect([small.body, small.headers['content-encoding']]).toEqual(['brotli', 'br']);
  expect(small.headers['content-type']).toMatch(/javascript/);
  expect(small.headers['vary']).toContain('accept-encoding');
});

it('the default sound can be fetched in parts', async () => {
  const reply = await get('/default-sound.mp3', { range: 'bytes=0-99' });
  expect([reply.statusCode, reply.headers['content-type'], reply.rawPayload.length]).toEqual([
    206,
    'audio/mpeg',
    100,
  ]);
});

it('a part beyond the end of a file is refused as such, and the answer says how long the file is', async () => {
  const { length } = (await get('/default-sound.mp3')).rawPayload;
  const reply = await get('/default-sound.mp3', { range: `bytes=${length}-` });
  expect([reply.statusCode, reply.headers['content-range'], reply.json()]).toEqual([
    416,
    `bytes */${length}`,
    problemBody('range_not_satisfiable'),
  ]);
});

it.each(['/assets/index-abc123.js', '/default-sound.mp3'])(
  'a file that is wanted only as it was is given while it is that, and refused as changed otherwise: %s',
  async (url) => {
    const { etag = '', 'last-modified': changedAt = '' } = (await get(url)).headers;
    for (const headers of [{ 'if-match': etag }, { 'if-match': '*' }, { 'if-unmodified-since': changedAt }])
      expect((await get(url, headers)).statusCode).toBe(200);
    for (const headers of [
      { 'if-match': '"of-another-build"' },
      { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
    ]) {
      const reply = await get(url, headers);
      expect([reply.statusCode, reply.json()]).toEqual([412, problemBody('precondition_failed')]);
    }
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  },
);

it('without a build the pages say what to do', async () => {
  const bare = await http.open({}, { distDir: join(http.distDir, 'missing') });
  for (const url of ['/', '/widget/abc', '/nowhere']) {
    const reply = await bare.inject(url);
    expect([reply.statusCode, reply.body]).toEqual([404, expect.stringContaining('npm run build')]);
  }
});
