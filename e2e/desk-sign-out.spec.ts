import { expect, type Page } from '@playwright/test';
import {
  callAs,
  donate,
  openAs,
  pressAtRest,
  registerStreamer,
  type Streamer,
  withApproval,
} from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, test } from './watched-page.ts';

test.describe.configure({ timeout: 60_000 });

const server = forFile(startJourneyServer);

const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function signIn(page: Page, { username }: Streamer): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await act(page, 'Sign in').click();
}

test('what was rejected just before signing out is rejected, though it could still be taken back', async ({
  openPage,
}) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  await donate(server.url, kat, 'Ada', 'of one line');
  await page.route(/\/reject$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await pressAtRest(act(page, 'Reject the alert of Ada'));
  await expect(act(page, 'Undo')).toBeVisible();
  const rejected = page.waitForResponse(/\/reject$/);
  const ended = page.waitForResponse(/\/api\/auth\/logout$/);
  await act(page, 'Sign out').click();
  expect([(await rejected).status(), (await ended).status()]).toEqual([200, 200]);
  await signIn(page, kat);
  const alerts = page.waitForResponse(/\/api\/alerts$/);
  expect(await (await alerts).json()).toMatchObject({ toApprove: [] });
});

for (const [place, path] of [
  ['dock', '/dock'],
  ['dashboard', '/app'],
  ['donations list', '/app/donations'],
] as const) {
  test(`${place}: what was rejected just before another tab signs out is rejected`, async ({ openPage }) => {
    const kat = await withApproval(server.url, await registerStreamer(server.url));
    const page = await openPage(desktop, 401);
    const other = await page.context().newPage();
    await other.goto(`${server.url}/login`);
    await signIn(other, kat);
    await expect(other.getByText(`Welcome back, ${kat.username}`)).toBeVisible();
    await donate(server.url, kat, 'Ada', 'of one line');
    await page.goto(`${server.url}${path}`);
    await page.route(/\/reject$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await pressAtRest(page.getByRole('button', { name: /^Reject/ }));
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
    const rejected = page.waitForResponse(/\/reject$/);
    const ended = other.waitForResponse(/\/api\/auth\/logout$/);
    await act(other, 'Sign out').click();
    expect([(await rejected).status(), (await ended).status()]).toEqual([200, 200]);
    await signIn(other, kat);
    const alerts = other.waitForResponse(/\/api\/alerts$/);
    expect(await (await alerts).json()).toMatchObject({ toApprove: [] });
  });
}

test('of what was held back and could not be done it is said what it was, also to who was signed out meanwhile', async ({
  openPage,
}) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  const page = await openPage(desktop, 401);
  await openAs(page, kat, `${server.url}/app`);
  await donate(server.url, kat, 'Ada', 'of one line');
  await page.route(/\/reject$/, (route) => route.fulfill({ body: '' }), { times: 1 });
  const said = (words: string) =>
    page.locator('.toast').filter({ hasText: `Reject the alert of Ada: ${words}` });
  await pressAtRest(act(page, 'Reject the alert of Ada'));
  await expect(said('The server sent an answer')).toBeVisible();
  await pressAtRest(act(page, 'Reject the alert of Ada'));
  await expect(act(page, 'Undo')).toBeVisible();
  await callAs(server.url, kat, 'POST', '/auth/logout', {});
  await expect(said('You are signed out')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('signing out ends the session, though what was held back is answered only after the next has signed in', async ({
  openPage,
}) => {
  const page = await openPage(desktop);
  const zoe = await enterBefore(page);
  const held = Promise.withResolvers<void>();
  await page.route(/\/reject$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await pressAtRest(act(page, 'Reject the alert of Ada'));
  const ended = page.waitForResponse(/\/api\/auth\/logout$/);
  await act(page, 'Sign out').click();
  await signIn(page, zoe);
  await expect(page.getByText(`Welcome back, ${zoe.username}`)).toBeVisible();
  held.resolve();
  expect((await ended).status()).toBe(200);
});

test('an answer that comes after signing out is nothing to whoever has signed in meanwhile', async ({
  openPage,
}) => {
  const page = await openPage(desktop);
  const zoe = await enterBefore(page);
  await expect(act(page, 'Reject the alert of Ada')).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/alerts\/pause$/, async (route) => {
    const response = await route.fetch();
    await held.promise;
    await route.fulfill({ response });
  });
  await act(page, 'Pause alerts').click();
  await expect(act(page, 'Resume alerts')).toBeVisible();
  await act(page, 'Sign out').click();
  await signIn(page, zoe);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(act(page, 'Pause alerts')).toBeVisible();
  const late = page.waitForResponse(/\/api\/alerts\/pause$/);
  held.resolve();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await expect(act(page, 'Pause alerts')).toBeVisible();
  await expect(page.getByText('Ada')).toHaveCount(0);
});

/** Signs a streamer in whose alert waits for a yes; somebody else who may sign in after them. */
async function enterBefore(page: Page): Promise<Streamer> {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  await page.goto(`${server.url}/login`);
  await signIn(page, kat);
  await donate(server.url, kat, 'Ada', 'of one line');
  return await registerStreamer(server.url);
}
