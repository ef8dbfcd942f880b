import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Ports } from '#server/app/ports.ts';
import { openBareHttp } from './bare-http-fixture.ts';
import { forFile } from '#server/test/for-file.ts';

const bare = forFile(openBareHttp);

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const given = { 'x-request-id': 'from-the-proxy-1' };

it('every answer has an id of its own, refusals and pages included', async () => {
  const app = await bare.open();
  const ids = await Promise.all(
    ['/', '/api/config', '/api/nothing', '/%zz', '/healthz'].map(async (url) => {
      const { headers } = await app.inject({ url });
      expect(headers['x-request-id'], url).toMatch(uuid);
      return headers['x-request-id'];
    }),
  );
  expect(new Set(ids).size).toBe(5);
});

it('only a trusted proxy names a request, and only in a plain form', async () => {
  const trusting = await bare.open({}, { trustProxy: ['10.0.0.0/8', '2001:db8::/32', '::1'] });
  const idOf = async (remoteAddress: string, headers: Record<string, string> = given) =>
    (await trusting.inject({ url: '/healthz', remoteAddress, headers })).headers['x-request-id'];
  expect(await idOf('10.1.2.3')).toBe('from-the-proxy-1');
  expect(await idOf('::ffff:10.1.2.3')).toBe('from-the-proxy-1');
  expect(await idOf('2001:db8::7')).toBe('from-the-proxy-1');
  expect(await idOf('192.0.2.7')).toMatch(uuid);
  for (const id of ['short', 'x'.repeat(65), 'with space in it', 'a"quote"inside', '{"json":1234}'])
    expect(await idOf('10.1.2.3', { 'x-request-id': id })).toMatch(uuid);
  const nobody = await bare.open();
  const { headers } = await nobody.inject({ url: '/healthz', remoteAddress: '10.1.2.3', headers: given });
  expect(headers['x-request-id']).toMatch(uuid);
});

it('who gets a 500 is told the id under which the log has the reason', async () => {
  const log = new PassThrough();
  const streamers = {
    findByUsername: () => Promise.reject(new TypeError('a bug')),
  } as unknown as Ports['streamers'];
  const app = await bare.open({ streamers }, { logger: pino({ level: 'debug' }, log) });
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'ana-maria', password: 'hunter2hunter2' },
  });
  log.end();
  const { id, code } = reply.json<{ id: string; code: string }>();
  expect({ code, id }).toEqual({ code: 'internal', id: reply.headers['x-request-id'] });
  const lines = (await text(log))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const ofRequest = lines.filter(({ requestId }) => requestId === id);
  expect(ofRequest.map(({ route }) => route)).toEqual(['login', 'login']);
  expect(ofRequest.at(-1)).toMatchObject({
    msg: 'request',
    status: 500,
    problem: 'internal',
    method: 'POST',
  });
  expect(JSON.stringify(lines)).not.toMatch(/hunter2|ana-maria/);
});

it('request lines name the route and never its path', async () => {
  const log = new PassThrough();
  const app = await bare.open({}, { logger: pino({ level: 'debug' }, log) });
  await app.inject('/donate/a-secret-code-of-somebody');
  await app.inject('/widget/a-secret-code-of-somebody?preview=1');
  log.end();
  const lines = await text(log);
  expect(lines).toContain('"route":"/widget/*"');
  expect(lines).not.toContain('a-secret-code');
});

it('a process that is not ready says what is missing, and lives all the same', async () => {
  const missing = ['the database does not answer'];
  const app = await bare.open({}, { checkReadiness: async () => ({ isReady: false, missing }) });
  const ready = await app.inject('/readyz');
  expect({ status: ready.statusCode, body: ready.json<object>() }).toEqual({
    status: 503,
    body: { ready: false, missing },
  });
  expect(ready.headers['content-security-policy']).toContain("default-src 'none'");
  expect((await app.inject('/healthz')).json()).toEqual({ alive: true });
});
