import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problems } from '#contract/problem.ts';
import type { Ports, Settings } from '#server/app/ports.ts';
import { createHttp } from './create-http.ts';
import { publicRateLimits } from './rate-limits.ts';

const settings = {
  publicUrl: 'https://brava.example',
  network: 'devnet',
  networkLabel: 'Solana Devnet',
  explorerUrl: null,
  socialUrl: null,
} as Settings;

/** A server that takes no clips. */
const noClips = { intake: null } as Ports['clips'];

/** Ports of which a test names what it needs; whatever else is called fails the test. */
function portsWith(given: Partial<Ports>): Ports {
  return new Proxy({ settings, faucet: null, clips: noClips, ...given } as Ports, {
    get(target, name: keyof Ports) {
      if (name in target) return target[name];
      throw new Error(`This test uses no port ${name}.`);
    },
  });
}

let distDir: string;
let app: FastifyInstance;
const lines: string[] = [];
const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });

beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'brava-dist-'));
  await mkdir(join(distDir, 'assets'));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>app</title>');
  await writeFile(join(distDir, 'donate.html'), '<!doctype html><title>donate</title>');
  await writeFile(join(distDir, 'overlay.html'), '<!doctype html><title>overlay</title>');
  await writeFile(join(distDir, 'assets/index-abc123.js'), 'plain');
  await writeFile(join(distDir, 'assets/index-abc123.js.br'), 'brotli');
  await writeFile(join(distDir, 'default-sound.mp3'), Buffer.alloc(1000, 7));
  app = await createHttp({
    ports: portsWith({}),
    distDir,
    trustProxy: [],
    rateLimits: publicRateLimits,
    logger,
  });
});
afterAll(async () => {
  await app.close();
  await rm(distDir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });

const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy']);

describe('headers', () => {
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
    for (const url of [
      '/login',
      '/login?from=x',
      '/register',
      '/app',
      '/app?x=1',
      '/app/widgets',
      '/guide',
    ]) {
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
});

describe('pages', () => {
  it.each(['/login', '/login/', '/register', '/app', '/app/donations', '/guide', '/guide/obs', '/api/docs'])(
    'the app answers at %s',
    async (url) => {
      const reply = await get(url);
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(reply.body).toContain('<title>app');
      expect(reply.headers['cache-control']).toBe('no-cache');
      expect(reply.headers['etag']).toBeDefined();
    },
  );

  it('a donor has a page of their own', async () => {
    for (const url of ['/donate/abc', '/donate/abc/123']) {
      expect((await get(url)).body).toContain('<title>donate');
    }
  });

  it('the widget has its own page', async () => {
    expect((await get('/widget/secret')).body).toContain('<title>overlay');
  });

  it('an unknown page is the app with status 404, an unknown file is a problem', async () => {
    const page = await get('/no/such/page');
    expect([page.statusCode, page.body]).toEqual([404, expect.stringContaining('<title>app')]);
    const file = await get('/assets/gone.js');
    expect([file.statusCode, file.json()]).toEqual([404, body('not_found')]);
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

  it('without a build the pages say what to do', async () => {
    const bare = await createHttp({
      ports: portsWith({}),
      distDir: join(distDir, 'missing'),
      trustProxy: [],
      rateLimits: publicRateLimits,
      logger: pino({ level: 'silent' }),
    });
    for (const url of ['/', '/widget/abc', '/nowhere']) {
      const reply = await bare.inject(url);
      expect([reply.statusCode, reply.body]).toEqual([404, expect.stringContaining('npm run build')]);
    }
    await bare.close();
  });
});

describe('replies', () => {
  it('a field that the contract does not declare never leaves', async () => {
    const row = {
      id: 'd1',
      donatorName: 'Anna',
      amount: 1,
      message: '',
      status: 'RECEIVED',
      createdAt: '2026-01-01T00:00:00.000Z',
      isShown: false,
      settledHow: null,
      late: false,
      isBlocked: false,
      mediaUrl: null,
      mediaDuration: null,
      transferSignature: null,
    };
    const list = () =>
      Promise.resolve({ data: [{ ...row, creator: 'hash of an address' }], total: 1, secret: 1 });
    const donations = { list } as unknown as Ports['donations'];
    const server = await withPorts({ donations, sessions: sessionsOf('user-1') });
    const reply = await server.inject({
      url: '/api/donations/my',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.json()).toEqual({ data: [row], total: 1 });
  });

  it('a reply that does not fit the contract is a logged 500 that tells nothing', async () => {
    const broken = { ...settings, publicUrl: 'https://brava.example', networkLabel: 42 as unknown as string };
    lines.length = 0;
    const reply = await (await withPorts({ settings: broken })).inject('/api/config');
    expect([reply.statusCode, reply.json()]).toEqual([500, body('internal')]);
    expect(lines.join()).toContain('request failed');
  });

  it('a method that a call does not have is 405 and names the ones it has', async () => {
    const reply = await app.inject({ method: 'DELETE', url: '/api/donations/settings' });
    expect([reply.statusCode, reply.headers['allow'], reply.json()]).toEqual([
      405,
      'PUT',
      body('method_not_allowed'),
    ]);
    expect((await app.inject({ method: 'GET', url: '/api/auth/login' })).statusCode).toBe(405);
  });

  it('HEAD answers like GET without a body', async () => {
    const reply = await app.inject({ method: 'HEAD', url: '/api/config' });
    expect([reply.statusCode, reply.body]).toEqual([200, '']);
  });

  it('an upload is refused in words, whatever it is', async () => {
    for (const type of ['multipart/form-data; boundary=x', 'audio/mpeg', 'application/json']) {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/files/audio/upload',
        headers: { 'content-type': type },
        payload: Buffer.alloc(200_000),
      });
      expect([reply.statusCode, reply.json()]).toEqual([404, body('uploads_closed')]);
    }
  });
});

describe('rate limits', () => {
  it('a used up budget is 429 with Retry-After, by /64 for IPv6', async () => {
    const rateLimits = { ...publicRateLimits, read: { max: 2, windowMs: 60_000 } };
    const ports = portsWith({});
    const limited = await createHttp({ ports, distDir, trustProxy: ['127.0.0.1'], rateLimits, logger });
    const from = (address: string) =>
      limited.inject({ url: '/api/config', headers: { 'x-forwarded-for': address } });
    await from('2001:db8::1');
    await from('2001:db8::2');
    const refused = await from('2001:db8::3');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({
      code: 'too_many_requests',
      message: expect.stringMatching(/^That was too often\. Please try again in \d+ seconds\.$/),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('2001:db8:0:1::1')).statusCode).toBe(200);
    await limited.close();
  });

  it('without a trusted proxy X-Forwarded-For is not believed', async () => {
    const rateLimits = { ...publicRateLimits, read: { max: 1, windowMs: 60_000 } };
    const limited = await createHttp({ ports: portsWith({}), distDir, trustProxy: [], rateLimits, logger });
    await limited.inject({ url: '/api/config', headers: { 'x-forwarded-for': '10.0.0.1' } });
    const second = await limited.inject({ url: '/api/config', headers: { 'x-forwarded-for': '10.0.0.2' } });
    expect(second.statusCode).toBe(429);
    await limited.close();
  });
});

const token = 'A'.repeat(43);

function sessionsOf(userId: string): Ports['sessions'] {
  return {
    find: () => Promise.resolve({ userId, passwordTypedAt: new Date() }),
  } as unknown as Ports['sessions'];
}

async function withPorts(given: Partial<Ports>): Promise<FastifyInstance> {
  return await createHttp({
    ports: portsWith(given),
    distDir,
    trustProxy: [],
    rateLimits: publicRateLimits,
    logger,
  });
}

function body(code: keyof typeof problems) {
  return { message: problems[code][1], code };
}
