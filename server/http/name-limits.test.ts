import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { Problem } from '#contract/problem.ts';
import type { Route } from '#contract/route.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { publicLimits } from '#server/app/limits/limits.ts';
import type { Ports } from '#server/app/ports.ts';
import { countingAlone, openBareHttp } from './bare-http-fixture.ts';
import { groupOf } from './rate-limits.ts';
import { forFile } from '#server/test/for-file.ts';

const http = forFile(openBareHttp);

/** A server that allows three tries at each name, and goes no further than looking it up. */
async function open() {
  const login = { account: { max: 3, windowMs: 3_600_000 } };
  const findByUsername = vi.fn<Ports['streamers']['findByUsername']>(() =>
    Promise.reject(new Problem('wrong_credentials')),
  );
  const app = await http.open(
    { streamers: { findByUsername } as unknown as Ports['streamers'] },
    { rateLimits: countingAlone({ ...publicLimits, login }) },
  );
  const attempt = async (url: string, payload: object): Promise<number> =>
    (await app.inject({ method: 'POST', url, payload })).statusCode;
  return { attempt, findByUsername };
}

const newPassword = 'another-password';

test.each([
  ['/api/auth/login', { password: 'a-guess' }],
  ['/api/auth/recovery/code', { newPassword, code: 'ABCD-EFGH-JKMN-PQRS-TVWX' }],
  ['/api/auth/recovery/wallet', { newPassword, message: 'a message', signature: 'A'.repeat(88) }],
])(
  '%s: a name has one budget, with whatever is taken out of it before it is looked up',
  async (url, rest) => {
    const { attempt, findByUsername } = await open();
    const spellings = ['ada', 'ada\0', '\0\0A\0da', 'a\ud800da', 'ADA\udfff'];
    const statuses: number[] = [];
    for (const username of spellings) statuses.push(await attempt(url, { username, ...rest }));
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect(findByUsername.mock.calls.map(([name]) => name.toLowerCase())).toEqual(['ada', 'ada', 'ada']);
    // What the search tells apart counts apart: nobody loses a budget to another name.
    for (const username of [' ada', 'adá', 'ada\u200b'])
      expect(await attempt(url, { username, ...rest })).toBe(401);
  },
);

test('a name that none can be is refused as before, and leaves the budgets of names alone', async () => {
  const { attempt, findByUsername } = await open();
  const password = 'a-guess';
  for (const username of ['\0', 'a'.repeat(201), 7, null, ['ada'], { ada: 1 }])
    expect(await attempt('/api/auth/login', { username, password })).toBe(400);
  expect(findByUsername).not.toHaveBeenCalled();
  expect(await attempt('/api/auth/login', { username: 'ada', password })).toBe(401);
});

test('whatever asks for the password counts as signing in', () => {
  const asking = (Object.keys(routes) as RouteName[]).filter((name) => {
    const { body }: Route = routes[name];
    return body !== undefined && ('password' in body.shape || 'currentPassword' in body.shape);
  });
  expect(asking).toContain('withdraw');
  for (const name of asking.filter((one) => one !== 'register'))
    expect([name, groupOf(name)]).toEqual([name, 'login']);
});

test('what changes something never counts as reading', () => {
  const changing = (Object.keys(routes) as RouteName[]).filter((name) => routes[name].method !== 'GET');
  expect(changing.filter((name) => groupOf(name) === 'read')).toEqual([]);
});

test('donors who have their payment looked for again leave those who send one their budget', async () => {
  const once = { address: { max: 1, windowMs: 3_600_000 } };
  const rateLimits = countingAlone({ ...publicLimits, checkAgain: once, pay: once });
  const app = await http.open({}, { rateLimits });
  const isRefused = async (path: string): Promise<boolean> => {
    const url = `/api/donations/${randomUUID()}${path}`;
    return (await app.inject({ method: 'POST', url, payload: {} })).statusCode === 429;
  };
  expect([await isRefused('/look'), await isRefused('/look')]).toEqual([false, true]);
  expect([await isRefused('/payment/send'), await isRefused('/payment/send')]).toEqual([false, true]);
});
