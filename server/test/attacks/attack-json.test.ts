import { beforeAll, describe, expect, test, vi } from 'vitest';
import { problems, type ProblemCode } from '#contract/problem.ts';
import type { Route } from '#contract/route.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { openSession } from '#server/test/database-address.ts';
import { forFile } from '#server/test/for-file.ts';
import { askRaw } from '#server/test/raw-http.ts';
import { call, registerStreamer, type TestStreamer } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

// Every call many times over.
vi.setConfig({ testTimeout: 90_000 });

let streamer: TestStreamer;
let donationId: string;
// Secrets are asked for more often than anybody may.
const server = forFile(() =>
  startTestServer({ environment: { LIMIT_EXPORT_KEY: 'address=1000/1h,account=1000/1h' } }),
);
const db = forFile(() => openSession(server.connectionString));
beforeAll(async () => {
  streamer = await registerStreamer(server.url);
  const body = { linkCode: streamer.donationLink };
  donationId = (await call(server.url, 'createDonation', { body })).id;
});

/** Names that every object has without having them. */
const inherited = ['constructor', 'toString', '__proto__', 'prototype', 'hasOwnProperty', 'valueOf'].concat([
  '__defineGetter__',
  'isPrototypeOf',
  'then',
]);
// Signing out would make the rest of it trivial.
const names = (Object.keys(routes) as RouteName[]).filter((name) => name !== 'logout');
const table = names.map((name): [RouteName, Route] => [name, routes[name]]);

/** What is wrong with an answer; nothing when it is a success or a refusal in the one form. */
function faultOf(status: number, body: string): string | null {
  if (status >= 500) return 'a failure of ours';
  if (status < 400) return null;
  const { message, code, ...rest } = JSON.parse(body) as { message: string; code: ProblemCode };
  const isRefusal = problems[code]?.[0] === status && message.length > 5 && Object.keys(rest).length === 0;
  return isRefusal ? null : 'another form';
}

const pathOf = (route: Route, id = donationId) => `/api${route.path.replace(/:(id|linkCode)/, id)}`;

async function send(method: string, path: string, body = ''): Promise<string | null> {
  const answer = await askRaw(server.url, `${method} ${path}`, {
    headers: { authorization: `Bearer ${streamer.token}`, 'content-type': 'application/json' },
    body,
  });
  const fault = faultOf(answer.status, answer.body);
  return fault && `${method} ${path} ${body.slice(0, 100)} → ${answer.status} ${fault}: ${answer.body}`;
}

/** A value for each field that a call declares, as JSON; the same for all of them. */
function filled(route: Route, value: string): string {
  const fields = Object.keys(route.body?.shape ?? { any: 0 });
  return `{${fields.map((field) => `"${field}":${value}`).join(',')}}`;
}

async function pageFault(path: string): Promise<string | null> {
  const { status, body } = await askRaw(server.url, `GET ${path}`, {
    headers: { cookie: 'language=__proto__' },
  });
  return status >= 500 ? `${path} → ${status} ${body.slice(0, 100)}` : null;
}

async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await db.query(`select 1 from "${name}" t where t::text like $1 limit 1`, [`%${text}%`]);
    if (hits.rowCount !== 0) found.push(name);
  }
  return found;
}

const values = [
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"valueOf":1,"toJSON":1,"length":1e9}',
  '{"then":1}',
  '["__proto__"]',
  '[[],[],{}]',
  '"__proto__"',
  '"constructor"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"\\ufeff\\u202e"',
  '1e400',
  '-1e400',
  '9007199254740993',
  '123456789012345678901234567890',
  '1e-320',
  '-0',
  '0.1000000000000000055511151231257827',
  'null',
  'false',
];

const polluted = [
  '{"__proto__":{"isAdmin":true}}',
  '{"\\u005f\\u005fproto\\u005f\\u005f":{"isAdmin":true}}',
  '{"__proto__":null}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"constructor":{"__proto__":{"isAdmin":true}}}',
  '{"prototype":{"isAdmin":true},"a":{"__proto__":{"isAdmin":true}}}',
  '[{"__proto__":{"isAdmin":true}}]',
  '\ufeff{"a":1}',
  '{"a":1,"a":2,"a":{"__proto__":[]}}',
  '[]',
  '[[[[[[[[[[]]]]]]]]]]',
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `[${'0,'.repeat(20_000)}0]`,
  `{${Array.from({ length: 4000 }, (_, n) => `"k${n}":0`).join(',')}}`,
  `{"a":${'9'.repeat(60_000)}}`,
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":0x10}',
  "{'a':1}",
  '{"a":1,}',
  '{"a":1}{"b":2}',
];

const plain = Object.getOwnPropertyNames(Object.prototype).toSorted();

/** Nothing that came in has got into what every object is made of. */
function expectCleanPrototypes(): void {
  expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(plain);
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  expect(([] as unknown as Record<string, unknown>)['isAdmin']).toBeUndefined();
}

describe('JSON that was made to hurt', () => {
  test('is no fault of ours at any call, and changes no prototype', async () => {
    const faults: (string | null)[] = [];
    for (const [, route] of table.filter(([, { method, upload }]) => method !== 'GET' && upload !== true))
      faults.push(...(await Promise.all(polluted.map((body) => send(route.method, pathOf(route), body)))));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
    expectCleanPrototypes();
  });

  test('in any declared field is no fault of ours either', async () => {
    const faults: (string | null)[] = [];
    for (const [, route] of table.filter(([, { body }]) => body !== undefined)) {
      const sent = values.map((value) => send(route.method, pathOf(route), filled(route, value)));
      faults.push(...(await Promise.all(sent)));
    }
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
    expectCleanPrototypes();
  });

  test('within the JSON of a card style is refused or harmless', async () => {
    const faults: (string | null)[] = [];
    for (const style of [...polluted, ...values, '{"gradientType":"none","__proto__":{"isAdmin":true}}']) {
      const settings = { minDonationAmount: 0.002, cardColor: '#22c55e', cardGradient: style };
      faults.push(await send('PUT', '/api/donations/settings', JSON.stringify(settings)));
    }
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
    expectCleanPrototypes();
  });
});

describe('names that every object has', () => {
  test('are no ids, codes or tokens', async () => {
    const faults: (string | null)[] = [];
    for (const [, route] of table.filter(([, { params }]) => params !== undefined)) {
      for (const name of inherited) {
        const { status, body } = await askRaw(server.url, `${route.method} ${pathOf(route, name)}`, {
          headers: { authorization: `Bearer ${streamer.token}` },
        });
        const fault = faultOf(status, body);
        // An end of a session that is not there is no news; what needs a body says so first.
        const isFine = fault === null && (status === 404 || status === 400 || body === '{"ok":true}');
        if (!isFine) faults.push(`${route.path} ${name} → ${status} ${body}`);
      }
    }
    for (const name of inherited) {
      const { status } = await askRaw(server.url, 'GET /api/users/me', {
        headers: { authorization: `Bearer ${name}` },
      });
      if (status !== 401) faults.push(`token ${name} → ${status}`);
    }
    expect(faults).toEqual([]);
  });

  test('are no options: not of queries, enumerations, paths or headers', async () => {
    const faults: (string | null)[] = [];
    for (const name of inherited) {
      for (const query of [`${name}=1`, `status=${name}`, `limit[${name}]=1`, `${name}[a]=b`, `days=${name}`])
        for (const path of ['/donations/my', '/donations/search', '/donations/daily', '/config'])
          faults.push(await send('GET', `/api${path}?${query}`));
      for (const path of [
        `/api/${name}`,
        `/api/donations/${name}`,
        `/${name}`,
        `/widget/x/${name}`,
        `/guide/${name}`,
      ])
        faults.push(await pageFault(path));
      faults.push(await send('POST', '/api/access-tokens', `{"scope":"${name}","name":"x"}`));
      faults.push(await send('PUT', '/api/alerts/settings', `{"wordLists":["${name}"]}`));
    }
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
    expectCleanPrototypes();
  });

  test('are names like any other for an account, where the form allows them', async () => {
    for (const username of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      const made = await call(server.url, 'register', { body: { username, password: 'secret1' } });
      expect(made.user.username).toBe(username);
      const { user } = await call(server.url, 'login', { body: { username, password: 'secret1' } });
      expect(user.id).toBe(made.user.id);
      const page = await call(server.url, 'donationPage', { params: { linkCode: made.donationLink } });
      expect(page.streamerName).toBe(username);
    }
    const taken = await askRaw(server.url, 'POST /api/auth/register', {
      headers: { 'content-type': 'application/json' },
      body: '{"username":"CONSTRUCTOR","password":"secret1"}',
    });
    expect(taken.status).toBe(409);
  });
});

describe('what is not declared is not stored', () => {
  const extra = {
    id: '00000000-0000-4000-8000-000000000000',
    role: 'operator',
    isAdmin: true,
    suspendedAt: null,
    walletAddress: 'mine',
    key_user: 0,
    keyIndex: 0,
    status: 'RECEIVED',
    amount: 1000,
    receivedLamports: 1e12,
    paid_at: '2026-01-01',
    minAmount: 0,
    isShown: true,
    userId: 'x',
    user_id: 'x',
    createdAt: '1970-01-01T00:00:00Z',
    expiresAt: '2999-01-01T00:00:00Z',
    canary: 'undeclared-canary',
  };

  test('with an account, a donation, settings, a token or widgets', async () => {
    const { url } = server;
    const registration = { ...extra, username: 'plain-one', password: 'secret1' };
    const { user, token, donationLink } = await call(url, 'register', { body: registration });
    expect(user.id).not.toBe(extra.id);
    expect(user.walletAddress).not.toBe('mine');
    const { id, expiresAt } = await call(url, 'createDonation', {
      body: { ...extra, linkCode: donationLink, message: 'x' },
    });
    expect(Date.parse(expiresAt)).toBeLessThan(Date.now() + 3_600_000);
    const state = await call(url, 'publicDonation', { params: { id } });
    expect(state).toMatchObject({ status: 'PENDING', amount: 0, minAmount: 0.002, paidAt: null });
    const style = { minDonationAmount: 0.01, cardColor: '#22c55e', cardGradient: null };
    await call(url, 'changeSettings', { token, body: { ...extra, ...style } });
    await call(url, 'changeAccount', { token, body: { ...extra, timeZone: 'UTC' } });
    await call(url, 'createAccessToken', { token, body: { ...extra, scope: 'alerts', name: 'deck' } });
    const goal = { ...extra, title: 'Goal', target: 1, offset: 0 };
    await call(url, 'changeWidgets', { token, body: { ...extra, goal, ticker: { ...extra, count: 3 } } });
    await call(url, 'changeSound', { token, body: { ...extra, volume: 5 } });
    const after = await call(url, 'usersMe', { token });
    expect({ ...after, minDonationAmount: 0.002 }).toEqual(user);
    expect(await tablesWith('undeclared-canary')).toEqual([]);
    // The search is not blind: a declared text is found where it belongs.
    expect(await tablesWith('plain-one')).toContain('users');
  });
});
