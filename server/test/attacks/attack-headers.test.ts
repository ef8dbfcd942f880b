import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#contract/route.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { publicLimits } from '#server/app/limits/limits.ts';
import { type BareHttp, countingAlone, openBareHttp } from '#server/http/bare-http-fixture.ts';
import { uploadTone } from '#server/test/clip-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { askRaw, type RawAnswer } from '#server/test/raw-http.ts';
import { call, registerStreamer, type TestStreamer } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const evil = 'https://evil.example';

let streamer: TestStreamer;
let donationId: string;
let clipUrl: string;
const server = forFile(startTestServer);
beforeAll(async () => {
  streamer = await registerStreamer(server.url);
  const body = { linkCode: streamer.donationLink };
  donationId = (await call(server.url, 'createDonation', { body })).id;
  clipUrl = (await uploadTone(server.url)).url;
});

/** The policy of an address, word by word as it is meant to be. */
function policyOf(path: string, host: string, isHttps: boolean): string {
  if (path.startsWith('/clips/')) return "sandbox; default-src 'none'";
  const sockets = isHttps ? ` wss://${host}` : ` ws://${host} wss://${host}`;
  const obs = /^\/(app|login|register|guide)([/?]|$)/.test(path) ? ' ws://127.0.0.1:* ws://localhost:*' : '';
  const ancestors = path.startsWith('/widget/') ? '*' : "'none'";
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    `media-src 'self' blob:; connect-src 'self'${sockets}${obs}; base-uri 'none'; form-action 'self'; ` +
    `frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types 'none'`
  );
}

/** What is wrong with the headers of an answer to whoever asked for `path`. */
function faultsOf(
  path: string,
  { status, headers }: Pick<RawAnswer, 'status' | 'headers'>,
  { host = new URL(server.url).host, isHttps = false } = {},
): string[] {
  const microphone = path.startsWith('/donate/') ? '(self)' : '()';
  const wanted: Record<string, string | undefined> = {
    'content-security-policy': policyOf(path, host, isHttps),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(), display-capture=(), geolocation=(), microphone=${microphone}, payment=(), usb=()`,
    'strict-transport-security': isHttps ? 'max-age=31536000' : undefined,
    server: undefined,
    'x-powered-by': undefined,
    'set-cookie': undefined,
  };
  const wrong = Object.entries(wanted)
    .filter(([name, value]) => headers[name] !== value)
    .map(([name]) => `${name}: ${headers[name]}`);
  const open = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  const isKept = status >= 400 && !/^(no-cache$|no-store$|private, )/.test(headers['cache-control'] ?? '');
  return [...wrong, ...open, ...(isKept ? [`${status} kept: ${headers['cache-control']}`] : [])];
}

const pathOf = (route: Route, id: string) => `/api${route.path.replace(/:(id|linkCode)/, id)}`;
const bearer = () => ({ authorization: `Bearer ${streamer.token}` });
const asJson = { 'content-type': 'application/json' };

/** Asks and notes whatever is wrong. */
async function look(
  found: string[],
  firstLine: string,
  given: Parameters<typeof askRaw>[2] = {},
): Promise<RawAnswer> {
  const answer = await askRaw(server.url, firstLine, given);
  const path = firstLine.split(' ')[1] ?? '';
  found.push(...faultsOf(path, answer).map((fault) => `${firstLine} → ${answer.status}: ${fault}`));
  return answer;
}

describe('every route of the contract', () => {
  // What ends the session, or changes what the others need, comes last and is only asked by strangers.
  const names = Object.keys(routes) as RouteName[];
  const asked = names.filter((name) => !/^logout$|^endSession|^endOther|^register$/.test(name));

  test('carries all headers, asked by a stranger, by a streamer, and in the wrong way', async () => {
    const found: string[] = [];
    for (const name of names) {
      const route: Route = routes[name];
      const path = pathOf(route, nobody);
      const refused = await look(found, `${route.method} ${path}`);
      // To whoever is no operator their calls do not exist.
      const refusal = route.access === 'operator' ? 404 : 401;
      if (route.access !== 'anyone' && refused.status !== refusal) found.push(`${name}: ${refused.status}`);
      await look(found, `${route.method} ${path}`, { headers: asJson, body: '{' });
      for (const method of ['HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'TRACE'])
        await look(found, `${method} ${path}`);
    }
    for (const name of asked) {
      const route: Route = routes[name];
      const given = { headers: { ...bearer(), ...asJson }, body: route.method === 'GET' ? '' : '{}' };
      await look(found, `${route.method} ${pathOf(route, donationId)}`, given);
    }
    expect(found).toEqual([]);
  });

  test('keeps keys, secrets and tokens out of every cache, refused or not', async () => {
    for (const name of names) {
      const route: Route = routes[name];
      const wanted = route.secret === true ? 'no-store' : 'no-cache';
      const refused = await askRaw(server.url, `${route.method} ${pathOf(route, nobody)}`);
      expect([name, refused.headers['cache-control']]).toEqual([name, wanted]);
      const isOwn = route.secret === true && route.method === 'GET' && !route.path.includes(':id');
      if (!isOwn) continue;
      const told = await askRaw(server.url, `GET ${pathOf(route, nobody)}`, { headers: bearer() });
      expect([name, told.status, told.headers['cache-control']]).toEqual([name, 200, 'no-store']);
    }
    const made = await askRaw(server.url, 'POST /api/auth/login', {
      headers: asJson,
      body: JSON.stringify({ username: streamer.username, password: 'correct horse' }),
    });
    expect([made.status, made.headers['cache-control']]).toEqual([200, 'no-store']);
    const books = await askRaw(server.url, 'GET /api/donations/export', { headers: bearer() });
    expect(books.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+"$/),
    });
  });

  const isPaidIn: RouteName[] = [
    'createDonation',
    'donationStatus',
    'publicDonation',
    'markShown',
    'blockDonation',
    'unblockDonation',
  ];

  test('secret is every route whose reply has a key, a token or a code of its own', () => {
    const telling = names.filter((name) => {
      const reply: unknown = routes[name].reply;
      const shape = (reply as { shape?: Record<string, unknown> }).shape ?? {};
      const words = Object.keys(shape).filter((field) =>
        // What a donation is paid in is a token with a mint, which is no secret; a session's comes under the same name.
        field === 'token'
          ? !isPaidIn.includes(name)
          : /(?:token|key|secret|linkCode|seed|codes)$/i.test(field),
      );
      return words.length > 0;
    });
    // A donation's own page tells the public code that it was opened by.
    const openly: RouteName[] = ['publicDonation'];
    expect(telling.length).toBeGreaterThan(4);
    for (const name of telling.filter((told) => !openly.includes(told)))
      expect([name, (routes[name] as Route).secret]).toEqual([name, true]);
  });

  test('knows no other origin: nothing is allowed to a page of somebody else, asked or asked before', async () => {
    const found: string[] = [];
    for (const name of asked) {
      const route: Route = routes[name];
      const path = pathOf(route, donationId);
      const headers = { ...bearer(), origin: evil };
      if (route.method === 'GET') await look(found, `GET ${path}`, { headers });
      const preflight = await look(found, `OPTIONS ${path}`, {
        headers: {
          origin: evil,
          'access-control-request-method': route.method,
          'access-control-request-headers': 'authorization, content-type',
        },
      });
      expect([name, preflight.status]).toEqual([name, route.access === 'operator' ? 404 : 405]);
    }
    expect(found).toEqual([]);
  });
});

describe('HEAD, OPTIONS and TRACE', () => {
  test('HEAD tells what GET tells, without a body', async () => {
    for (const path of ['/', '/login', '/donate/x', '/widget/x', '/api/config', '/nothing', clipUrl]) {
      const [got, head] = [await askRaw(server.url, `GET ${path}`), await askRaw(server.url, `HEAD ${path}`)];
      expect([path, head.status, head.body]).toEqual([path, got.status, '']);
      expect(head.headers['content-type']).toBe(got.headers['content-type']);
      expect(head.headers['cache-control']).toMatch(/^(no-cache|no-store|private, max-age=\d+)$/);
    }
  });

  test('nothing is echoed, and what exists says how it may be asked', async () => {
    for (const path of ['/', '/api/config', '/api/users/me', clipUrl, '/default-sound.mp3']) {
      for (const method of ['TRACE', 'OPTIONS', 'DELETE', 'PROPFIND']) {
        const { status, body } = await askRaw(server.url, `${method} ${path}`, {
          headers: { 'x-canary': 'echo-me' },
        });
        expect([method, path, status >= 404 && status <= 405]).toEqual([method, path, true]);
        expect(body).not.toContain('echo-me');
      }
    }
    const { status, headers } = await askRaw(server.url, 'DELETE /api/donations/settings');
    expect([status, headers['allow']]).toEqual([405, 'PUT']);
  });
});

describe('every document, file and error', () => {
  const documents = [
    '/',
    '/login',
    '/register',
    '/recover',
    '/app',
    '/app/settings',
    '/dock',
    '/guide',
    '/guide/obs',
  ]
    .concat(['/api/docs', '/donate/x', '/donate/x/y', '/widget/x', '/widget/x/goal', '/nothing/here'])
    .concat(['/index.html', '/donate.html', '/overlay.html', '/widgets.html', '/widgets', '/application'])
    .concat([
      '/login?next=/widget/x',
      '/api/openapi.json',
      '/favicon.svg',
      '/default-sound.mp3',
      '//widget/x',
    ]);

  test('carries all headers and is asked for again each time', async () => {
    const found: string[] = [];
    for (const path of documents) {
      const { headers } = await look(found, `GET ${path}`, { headers: { origin: evil } });
      expect([path, headers['cache-control']]).toEqual([path, 'no-cache']);
      await look(found, `POST ${path}`);
    }
    await look(found, `GET ${clipUrl}`);
    await look(found, `GET ${clipUrl}`, { headers: { range: 'bytes=999999999-' } });
    expect(found).toEqual([]);
  });

  test('a refusal to give a file stays in no cache', async () => {
    const found: string[] = [];
    for (const path of ['/assets/gone.js', '/gone.png', '/clips/gone.mp3', '/assets/'])
      await look(found, `GET ${path}`);
    expect(found).toEqual([]);
  });

  test.each<[what: string, status: number, firstLine: string, given?: Parameters<typeof askRaw>[2]]>([
    ['a body that is no JSON', 400, 'POST /api/auth/login', { headers: asJson, body: '{"username":' }],
    ['a length that is none', 400, 'POST /api/auth/login', { headers: { 'content-length': '-5' } }],
    ['no token', 401, 'GET /api/users/me'],
    ['no such call', 404, 'GET /api/nothing'],
    ['an address that is none', 404, 'GET /%E0%A4%A'],
    ['an id that is too long', 404, `GET /api/donations/status/${'a'.repeat(5000)}`],
    ['another method', 405, 'DELETE /api/config'],
    [
      'a body that is too long',
      413,
      'POST /api/auth/login',
      { headers: asJson, body: `"${'x'.repeat(70_000)}"` },
    ],
    [
      'a body of another kind',
      415,
      'POST /api/auth/login',
      { headers: { 'content-type': 'text/plain' }, body: 'x' },
    ],
    ['a header that is too long', 431, 'GET /', { headers: { 'x-long': 'a'.repeat(20_000) } }],
    ['an address that is too long', 431, `GET /${'a'.repeat(20_000)}`],
    ['an expectation', 417, 'GET /login', { headers: { expect: 'the impossible' } }],
  ])('%s: %i', async (_what, status, firstLine, given = {}) => {
    const path = firstLine.split(' ')[1] ?? '';
    const { hostname, port } = new URL(server.url);
    const answer = await askRaw(server.url, firstLine, given);
    expect(answer.status).toBe(status);
    // What could not be read has no host and no path: its policy names none.
    const isUnread = status === 431 || answer.headers['content-security-policy']?.includes('ws:') === false;
    const faults = faultsOf(path, answer, { host: `${hostname}:${port}` });
    expect(faults.filter((fault) => !(isUnread && fault.startsWith('content-security-policy')))).toEqual([]);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('a body with nothing in it is none, whatever it is said to be', async () => {
    const authorization = `Bearer ${streamer.token}`;
    const statuses: number[] = [];
    for (const type of ['text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'application/json'])
      for (const body of ['', new Blob().stream()]) {
        const headers = { authorization, 'content-type': type };
        const sent = { method: 'POST', headers, body, duplex: 'half' } as const;
        statuses.push((await fetch(`${server.url}/api/alerts/skip`, sent)).status);
      }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('who offers another protocol, as clients do by themselves, is answered in this one', async () => {
    const headers = {
      connection: 'close, Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABk',
    };
    const answer = await askRaw(server.url, 'GET /api/config', { headers });
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, { network: 'devnet' }]);
  });

  test('answers of the socket’s path', async () => {
    const found: string[] = [];
    const opened = await look(found, 'GET /socket.io/?EIO=4&transport=polling');
    expect([opened.status, opened.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(opened.headers['content-type']).toBe('text/plain; charset=UTF-8');
    for (const query of ['?EIO=4&transport=nothing', '?EIO=4&transport=polling&sid=none', '?EIO=1', ''])
      await look(found, `GET /socket.io/${query}`);
    await look(found, 'POST /socket.io/?EIO=4&transport=polling', { body: '40/api,' });
    const forged = await look(found, 'GET /socket.io/?EIO=4&transport=polling', {
      headers: { origin: evil },
    });
    expect(forged.status).toBe(403);
    expect(found).toEqual([]);
  });
});

describe('a public server', () => {
  let http: BareHttp;
  let app: FastifyInstance;
  beforeAll(async () => {
    http = await openBareHttp();
    app = await http.open();
  });
  afterAll(() => http.stop());

  const ask = async (path: string, given: Record<string, string> = {}, over = app) => {
    const { statusCode, headers } = await over.inject({
      url: path,
      headers: { host: 'brava.example', ...given },
    });
    const entries = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return { status: statusCode, headers: Object.fromEntries(entries) };
  };
  const file = '/assets/index-abc123.js';
  const secured = { host: 'brava.example', isHttps: true };

  test('tells browsers to come by https only, with every answer', async () => {
    for (const path of ['/', '/app', '/donate/x', '/widget/x', '/api/config', '/api/nothing', '/%E0'])
      expect(faultsOf(path, await ask(path), secured)).toEqual([]);
  });

  test('lets a file of the build be kept for a year, but no refusal to give it', async () => {
    const given = await ask(file);
    expect(given.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(faultsOf(file, given, secured)).toEqual([]);
    for (const headers of [{ range: 'bytes=999999999-' }, { 'if-match': '"other"' }])
      expect(faultsOf(file, await ask(file, headers), secured)).toEqual([]);
  });

  test('a failure of its own, 500, has all headers and no word of what failed', async () => {
    const reply = await app.inject({
      url: '/api/donations/status/x',
      headers: { host: 'brava.example' },
    });
    expect(reply.json()).toEqual({
      message: expect.stringContaining('on our side'),
      code: 'internal',
      id: reply.headers['x-request-id'],
    });
    const answer = await ask('/api/donations/status/x');
    expect(answer.status).toBe(500);
    expect(faultsOf('/api/donations/status/x', answer, secured)).toEqual([]);
    const payload = { username: 'kat', password: 'secret1' };
    const { statusCode, headers } = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
    expect([statusCode, headers['cache-control']]).toEqual([500, 'no-store']);
  });

  test('too many requests, 429, has all headers and says when to come again', async () => {
    const read = { address: { max: 1, windowMs: 3_600_000 } };
    const narrow = await http.open({}, { rateLimits: countingAlone({ ...publicLimits, read }) });
    await ask('/api/config', {}, narrow);
    const answer = await ask('/api/config', {}, narrow);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(faultsOf('/api/config', answer, secured)).toEqual([]);
  });
});
