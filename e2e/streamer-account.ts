import { randomBytes } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { AlertSettings } from '#contract/moderation.ts';
import type { RouteReply } from '#contract/routes.ts';

/** A streamer of a journey, as the registration answered. */
export type Account = RouteReply<'register'> & { username: string; password: string };

/** Registers a streamer of its own for a journey. */
export async function signUp(
  request: APIRequestContext,
  username = `j-${randomBytes(6).toString('hex')}`,
): Promise<Account> {
  const password = 'correct horse';
  const reply = await request.post('/api/auth/register', { data: { username, password } });
  expect(reply.status()).toBe(201);
  return { ...((await reply.json()) as RouteReply<'register'>), username, password };
}

/** Signs in once more, as another browser would; the token of that session. */
export async function signInAgain(
  request: APIRequestContext,
  { username, password }: Account,
): Promise<string> {
  const reply = await request.post('/api/auth/login', { data: { username, password } });
  expect(reply.status()).toBe(200);
  return ((await reply.json()) as RouteReply<'login'>).token;
}

/** Opens a page of the app in a browser that has the token of a session. */
export async function openSignedIn(page: Page, token: string, path: string): Promise<void> {
  await page.goto('/login');
  await page.evaluate((stored) => localStorage.setItem('token', stored), token);
  await page.goto(path);
}

/** Answers a call of the API with a refusal instead of asking the server: its words, or none that can be read. */
export async function refuse(
  page: Page,
  path: string,
  status: number,
  body: { message: string; code: string } | null,
): Promise<void> {
  await page.route(`**/api${path}`, (route) =>
    route.fulfill({
      status,
      contentType: body === null ? 'text/html' : 'application/json',
      body: body === null ? '<h1>Bad gateway</h1>' : JSON.stringify(body),
    }),
  );
}

/** Lets a call that changes something reach the server, and loses the answer: what comes is that of a proxy in between. */
export async function loseAnswer(page: Page, path: string): Promise<void> {
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
  });
}

/** Changes a streamer's moderation and clips without the page; what is not named stays. */
export async function changeAlertSettings(
  request: APIRequestContext,
  { token }: Account,
  change: Partial<AlertSettings>,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const known = (await (await request.get('/api/alerts/settings', { headers })).json()) as AlertSettings;
  const reply = await request.put('/api/alerts/settings', { headers, data: { ...known, ...change } });
  expect(reply.status()).toBe(200);
}
