import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { button } from './page-parts.ts';
import { brokenRules } from './page-rules.ts';
import { openSignedIn, signUp } from './streamer-account.ts';
import { desktop, phone, test } from './watched-page.ts';

const run = promisify(execFile);
const project = join(import.meta.dirname, '..');
const folder = join(project, 'test-results', 'e2e');

/** Runs the command line beside the running server, on its data. */
async function brava(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    SEED_FILE: join(folder, 'keys', 'seed'),
    PORT: process.env['E2E_PORT'],
  };
  const { stdout } = await run(process.execPath, ['cli/brava.ts', ...args], { cwd: project, env });
  return stdout;
}

const reason = 'Uses the pictures of somebody else';

test('an operator sees how all is, suspends a link and opens it again, and all of it is written down', async ({
  openPage,
  request,
}) => {
  const [operator, streamer] = [await signUp(request), await signUp(request)];
  expect(await brava('admin', 'grant', operator.username)).toContain(`${operator.username} is an operator`);
  const page = await openPage({ ...desktop, reducedMotion: 'reduce' });
  await openSignedIn(page, operator.token, '/app');
  await page.getByRole('link', { name: 'Operator' }).click();
  await expect(page.getByRole('heading', { name: /Running well; 2 things to set up|need/ })).toBeVisible();
  await expect(page.getByText('PostgreSQL')).toBeVisible();
  await expect(page.getByText('Nobody is told of trouble')).toBeVisible();
  await expect(page.getByText(/^Updated \d/)).toBeVisible();

  await page.getByRole('link', { name: 'Streamers' }).click();
  await page.getByLabel('Search streamers').fill(streamer.username.toUpperCase());
  await expect(page.getByText('Showing 1–1 of 1 streamers')).toBeVisible();
  await page.getByRole('link', { name: streamer.username }).click();
  await button(page, 'Suspend the link').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Suspend the link' }).click();
  await expect(dialog.getByText('Please say why, in 3 letters at least')).toBeVisible();
  await dialog.getByLabel('Reason').fill(reason);
  let sent = 0;
  await page.route('**/suspend', async (route) => {
    sent += 1;
    // As over a slow line: the second press comes before the answer.
    await new Promise((answered) => setTimeout(answered, 500));
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Suspend the link' }).dblclick();
  await expect(page.getByText('The link has been suspended since')).toBeVisible();
  expect(sent).toBe(1);

  const donor = await openPage(phone, 404);
  await donor.goto(`/donate/${streamer.donationLink}`);
  await expect(donor.getByText('This donation link is invalid or has been disabled.')).toBeVisible();
  const told = await openPage(phone);
  await openSignedIn(told, streamer.token, '/app');
  await expect(told.getByRole('heading', { name: 'Your donation link is suspended' })).toBeVisible();

  await button(page, 'Open the link again').click();
  await dialog.getByLabel('Reason').fill('They took them away');
  await dialog.getByRole('button', { name: 'Open the link' }).click();
  await expect(button(page, 'Suspend the link')).toBeVisible();
  await expect(told.getByRole('heading', { name: 'Your donation link is suspended' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Entries in the audit log' }).click();
  const entry = page.locator('.alog > li', { hasText: `suspended the link of ${streamer.username}` });
  await expect(entry).toContainText(operator.username);
  await expect(entry).toContainText(reason);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await brokenRules(page, true), 'audit log').toEqual([]);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('No transfer is stuck.')).toBeVisible();
  expect(await brokenRules(page, true), 'overview').toEqual([]);
});

test('an operator has a back-up made now, and sees that it was proven by restoring it', async ({
  openPage,
  request,
}) => {
  const operator = await signUp(request);
  await brava('admin', 'grant', operator.username);
  const page = await openPage({ ...phone, reducedMotion: 'reduce' });
  await openSignedIn(page, operator.token, '/admin');
  const part = page.getByRole('region', { name: 'Back-ups' });
  await button(page, 'Back up now').click();
  await expect(button(page, 'Working')).toBeVisible();
  await expect(part.getByText('Good', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(part.getByText(/kB, [\d,]+ rows, restored as a trial/)).toBeVisible();
  await expect(part.getByText(/^in 2[34] hours$/)).toBeVisible();
  expect(await brokenRules(page, true), 'back-ups').toEqual([]);
  expect(await brava('backups')).toMatch(/brava-\S+\.backup +[\d.]+ kB +good/);
});

test('a password typed too long ago is asked for in the dialog; who loses the role sees nothing more', async ({
  openPage,
  request,
}) => {
  const [operator, streamer] = [await signUp(request), await signUp(request)];
  await brava('admin', 'grant', operator.username);
  const page = await openPage(desktop, 403);
  await openSignedIn(page, operator.token, `/admin/streamers/${streamer.user.id}`);
  const path = '**/api/admin/streamers/*/sessions/end';
  await page.route(path, (route) =>
    route.fulfill({ status: 403, json: { code: 'confirm_password', message: 'Again' } }),
  );
  await button(page, 'End all sessions').click();
  const dialog = page.getByRole('dialog');
  // What is read again after a refusal holds nothing up.
  await page.route(/\/api\/admin\/streamers\/[^/]+$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await dialog.getByLabel('Reason').fill('A lost laptop');
  await dialog.getByRole('button', { name: 'End all sessions' }).click();
  await expect(dialog.getByLabel('Your password', { exact: true })).toBeFocused();
  await page.keyboard.type('wrong horse');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This password is not right.')).toBeVisible();
  await page.unroute(path);
  await dialog.getByLabel('Your password', { exact: true }).fill(operator.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('They are signed in nowhere.')).toBeVisible();
  await expect(page.locator('section', { hasText: 'They are signed in nowhere.' })).toBeFocused();
  expect((await request.get('/api/users/me', { headers: bearer(streamer.token) })).status()).toBe(401);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/');
  const later = await openPage(desktop, 404);
  await openSignedIn(later, operator.token, '/admin');
  await expect(later.getByText(/^Updated \d/)).toBeVisible();
  await brava('admin', 'revoke', operator.username, '--last');
  await button(later, 'Refresh').click();
  await expect(later.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('while another search is read the list says so, and not that nothing was found', async ({
  openPage,
  request,
}) => {
  const [operator, streamer] = [await signUp(request), await signUp(request)];
  await brava('admin', 'grant', operator.username);
  const page = await openPage(phone);
  await openSignedIn(page, operator.token, '/admin/streamers');
  const search = page.getByLabel('Search streamers');
  const nobody = page.getByText('No streamer has this in their name or wallet.');
  await search.fill('nobody-of-this-name');
  await expect(nobody).toBeVisible();
  const read = Promise.withResolvers<void>();
  await page.route('**/api/admin/streamers*', async (route) => {
    await read.promise;
    await route.continue();
  });
  await search.fill(streamer.username);
  await expect(page.getByText('Loading', { exact: true })).toBeVisible();
  await expect(nobody).toHaveCount(0);
  read.resolve();
  await expect(page.getByText('Showing 1–1 of 1 streamers')).toBeVisible();
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
});

test('whoever has older entries shown by keyboard goes on with the first of them', async ({
  openPage,
  request,
}) => {
  const operator = await signUp(request);
  await brava('admin', 'grant', operator.username);
  const page = await openPage(desktop);
  const by = { kind: 'streamer', name: 'ada' };
  await page.route('**/api/admin/audit*', (route) => {
    const isLast = new URL(route.request().url()).searchParams.has('before');
    const data = Array.from({ length: isLast ? 2 : 50 }, (_, i) => ({
      id: String((isLast ? 50 : 100) - i),
      at: new Date().toISOString(),
      action: 'posts_ended',
      by,
      about: 'ada',
      reason: null,
      detail: { place: 'discord', why: 'gone' },
    }));
    return route.fulfill({ json: { data, hasMore: !isLast } });
  });
  await openSignedIn(page, operator.token, '/admin/log');
  const rows = page.locator('.alog > li');
  await expect(rows.first()).toContainText('Posts of ada stopped: the connection ended');
  await expect(rows.first()).toContainText('Discord · the receiver says that it is gone');
  await button(page, 'Show older entries').press('Enter');
  await expect(rows).toHaveCount(52);
  await expect(rows.nth(50)).toBeFocused();
});

test('entries that come long after older ones could not be read take the keyboard nowhere', async ({
  openPage,
  request,
}) => {
  const operator = await signUp(request);
  await brava('admin', 'grant', operator.username);
  const page = await openPage(desktop, 503);
  await page.clock.install();
  let newest = 50;
  await page.route('**/api/admin/audit*', (route) => {
    if (new URL(route.request().url()).searchParams.has('before'))
      return route.fulfill({ status: 503, json: { message: 'Not now.', code: 'unavailable' } });
    const data = Array.from({ length: newest }, (_, i) => ({
      id: String(newest - i),
      at: new Date().toISOString(),
      action: 'posts_ended',
      by: { kind: 'streamer', name: 'ada' },
      about: 'ada',
      reason: null,
      detail: { place: 'discord', why: 'gone' },
    }));
    return route.fulfill({ json: { data, hasMore: true } });
  });
  await openSignedIn(page, operator.token, '/admin/log');
  const rows = page.locator('.alog > li');
  await expect(rows).toHaveCount(50);
  const refused = page.waitForResponse(/before=/);
  const more = button(page, 'Show older entries');
  await more.press('Enter');
  await (await refused).finished();
  await expect(more).toHaveAttribute('aria-disabled', 'false');
  newest = 51;
  await page.clock.fastForward('01:00');
  await expect(rows).toHaveCount(51);
  await expect(more).toBeFocused();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
