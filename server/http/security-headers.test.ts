import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { openBareHttp } from './bare-http-fixture.ts';
import { rememberSecurityHeaders, securityHeaders } from './security-headers.ts';
import { forFile } from '#server/test/for-file.ts';

let app: FastifyInstance;
const http = forFile(openBareHttp);
beforeAll(async () => {
  app = await http.open();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });

const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy']);

it.each([
  '/donate/abc',
  '/widget/abc',
  '/nothing',
  '/api/config',
  '/api/nothing',
  '/api/users/me',
  '/%E0%A4%A',
])('every reply carries the security headers: %s', async (url) => {
  const { headers } = await get(url, { host: 'brava.example:3000' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).toContain("connect-src 'self' wss://brava.example:3000;");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  expect(policy).not.toMatch(/unsafe|\*(?!$|;)/);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
  });
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(headers['x-powered-by']).toBeUndefined();
});

it('only pages that lead to the dashboard may reach OBS on the same computer', async () => {
  for (const url of ['/login', '/login?from=x', '/register', '/app', '/app?x=1', '/app/widgets', '/guide']) {
    expect(await policyOf(url)).toMatch(
      /connect-src 'self' [^;]* ws:\/\/127\.0\.0\.1:\* ws:\/\/localhost:\*;/,
    );
  }
  for (const url of ['/', '/donate/abc', '/widget/abc', '/dock', '/apple', '/api/config', '/clips/x.mp3']) {
    expect(await policyOf(url)).not.toContain('127.0.0.1');
  }
});

it('only the widget may be embedded', async () => {
  expect(await policyOf('/widget/abc')).toContain('frame-ancestors *;');
  expect(await policyOf('/widgets')).toContain("frame-ancestors 'none';");
  expect(await policyOf('/app')).toContain("frame-ancestors 'none';");
});

it('a host of odd form does not get into the policy', async () => {
  const { headers } = await get('/', { host: "x; script-src 'unsafe-inline'" });
  expect(headers['content-security-policy']).not.toContain('unsafe');
});

it('secrets are never stored, other calls are revalidated', async () => {
  expect((await get('/api/users/export-key')).headers['cache-control']).toBe('no-store');
  expect((await get('/api/config')).headers['cache-control']).toBe('no-cache');
});

it('headers that are remembered are those that would be made anew, for every path and any number of hosts', () => {
  const paths = [
    '/',
    '/api/config',
    '/api',
    '/clips/x.mp3',
    '/widget/a',
    '/donate/a',
    '/app',
    '/appx',
    '/guide?x',
    '/login/',
  ];
  for (const publicUrl of ['https://brava.example', 'http://127.0.0.1:3000']) {
    const headersFor = rememberSecurityHeaders(publicUrl);
    for (let round = 0; round < 200; round += 1) {
      const host = `host${round % 100}.example`;
      for (const path of paths)
        expect(headersFor(path, host)).toEqual(securityHeaders({ publicUrl, path, host }));
    }
  }
});
