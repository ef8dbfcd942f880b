import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { RouteReply } from '#contract/routes.ts';
import { openOverlay } from './desk-journey.ts';
import { button, field, toast } from './page-parts.ts';
import { loseAnswer, openSignedIn, refuse, signUp } from './streamer-account.ts';
import { desktop, phone, test } from './watched-page.ts';

test('the account is deleted by name and password, says so on every page, and is kept after all', async ({
  account,
  openPage,
  request,
}) => {
  const authorization = `Bearer ${account.token}`;
  const reply = await request.get('/api/donations/link', { headers: { authorization } });
  const overlay = await openPage({ viewport: { width: 400, height: 600 } });
  await openOverlay(overlay, `/widget/${((await reply.json()) as RouteReply<'donationLink'>).linkCode}`);
  const page = await openPage(phone, 400);
  await openSignedIn(page, account.token, '/app/settings');
  await button(page, 'Delete account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText('No money of yours is left on this server.')).toBeVisible();
  const name = field(page, `Type ${account.username} to confirm`);
  await name.fill('somebody');
  await field(page, 'Password').fill(account.password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(name).toHaveAccessibleDescription(/^This is not your username/);
  await name.fill(account.username);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('heading', { name: /^This account is deleted on / })).toBeFocused();
  await expect(button(page, 'Delete account')).toHaveCount(0);

  const link = `/api/donations/page/${account.donationLink}`;
  expect((await request.get(link)).status()).toBe(404);
  await page.goto('/app/donations');
  const lamp = page.locator('header').getByText('On air');
  await expect(page.getByText('No overlay').first()).toBeVisible();
  await button(page, 'Keep my account').press('Enter');
  await expect(toast(page, 'A source that is open in OBS shows alerts again within a minute.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^This account is deleted on / })).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  expect((await request.get(link)).status()).toBe(200);
  await expect(lamp).toBeVisible({ timeout: 60_000 });
});

test('while nobody can tell what tokens the wallet holds, an account is not said to have no money left', async ({
  openPage,
  request,
}) => {
  const { token } = await signUp(request);
  const page = await openPage(phone, 503);
  await refuse(page, '/wallet/tokens', 503, { message: 'Not now.', code: 'unavailable' });
  await openSignedIn(page, token, '/app/settings');
  await button(page, 'Delete account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText('What your generated wallet holds of tokens is not known')).toBeVisible();
  await expect(dialog.getByText('No money of yours is left on this server.')).toHaveCount(0);
});

test('where the answer to the deletion is lost, nobody is told that nothing was changed', async ({
  account,
  openPage,
}) => {
  const page = await openPage(phone, 502);
  await loseAnswer(page, '/account/deletion');
  await openSignedIn(page, account.token, '/app/settings');
  await button(page, 'Delete account').click();
  await field(page, `Type ${account.username} to confirm`).fill(account.username);
  await field(page, 'Password').fill(account.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
  await expect(toast(page, 'No answer came. If this account is about to be deleted,')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^This account is deleted on / })).toBeFocused();
});

test('while money holds the deletion up, no day in the past is named as that of the deletion', async ({
  openPage,
  request,
}) => {
  const { token } = await signUp(request);
  const page = await openPage(phone);
  await page.route('**/api/users/me', async (route) => {
    const response = await route.fetch();
    const user = (await response.json()) as object;
    const deletesAt = new Date(Date.now() - 60_000).toISOString();
    await route.fulfill({ response, json: { ...user, deletesAt } });
  });
  await openSignedIn(page, token, '/app');
  await expect(page.getByRole('heading', { name: 'This account is about to be deleted' })).toBeVisible();
  await expect(page.getByText('It goes as soon as no money is on its way to you any more')).toBeVisible();
  await expect(page.getByText('This account is deleted on')).toHaveCount(0);
});

test('a double press deletes the account once, and so does a second one by keyboard', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop);
  const held = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/api/account/deletion', async (route) => {
    if (route.request().method() !== 'GET') {
      sent += 1;
      await held.promise;
    }
    await route.continue();
  });
  await openSignedIn(page, account.token, '/app/settings');
  await button(page, 'Delete account').click();
  await field(page, `Type ${account.username} to confirm`).fill(account.username);
  await field(page, 'Password').fill(account.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).dblclick();
  await expect(button(page, 'Deleting...')).toBeVisible();
  await field(page, 'Password').press('Enter');
  held.resolve();
  await expect(page.getByRole('heading', { name: /^This account is deleted on / })).toBeVisible();
  expect(sent).toBe(1);
});

test('everything is downloaded as a file, and old texts are removed only after a question', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download everything').click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^brava-account-[\d-]+\.json$/);
  const kept = JSON.parse(await readFile(await file.path(), 'utf8')) as { account: { username: string } };
  expect(kept.account.username).toBe(account.username);

  const choice = field(page, 'Remove donors’ names and messages');
  await expect(choice).toHaveValue('');
  await choice.selectOption('After 90 days');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave them' }).click();
  await expect(choice).toHaveValue('');
  await choice.selectOption('After 90 days');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove them' }).click();
  await expect(toast(page, 'Saved')).toBeVisible();
  await page.reload();
  await expect(choice).toHaveValue('90');
});

test('privacy and terms are read from the foot of the donation page, in both languages', async ({
  account,
  openPage,
}) => {
  const page = await openPage(phone);
  await page.goto(`/donate/${account.donationLink}`);
  const [legal] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Privacy' }).click(),
  ]);
  await expect(legal.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await expect(legal.getByText('The operator of this server has named no contact.')).toBeVisible();
  await legal.getByRole('link', { name: 'Read the terms' }).click();
  await expect(legal.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
  await legal.getByRole('button', { name: 'Español' }).click();
  await expect(legal.getByRole('heading', { level: 1, name: 'Términos' })).toBeVisible();
});
