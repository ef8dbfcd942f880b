import { expect, type Page } from '@playwright/test';
import { button, field, toast } from './page-parts.ts';
import { loseAnswer, openSignedIn, refuse, signInAgain } from './streamer-account.ts';
import { desktop, phone, test } from './watched-page.ts';

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const keyLine = (page: Page, key: string) => page.getByText(key, { exact: true });

test('address and private key are copied, and the key is shown and hidden', async ({ account, openPage }) => {
  const page = await openPage({ ...desktop, ...clipboard });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await openSignedIn(page, account.token, '/app/settings');
  await button(page, 'Copy wallet address').click();
  await expect(toast(page, 'Wallet address copied to clipboard')).toBeVisible();
  expect(await copied()).toBe(account.user.walletAddress);

  await expect(page.getByText('Never share your private key.')).toBeVisible();
  await button(page, 'Show Private Key').click();
  await expect(keyLine(page, account.walletPrivateKey)).toBeVisible();
  await button(page, 'Copy private key').click();
  await expect(toast(page, 'Private key copied to clipboard')).toBeVisible();
  await expect(button(page, 'Copy private key')).toBeDisabled();
  expect(await copied()).toBe(account.walletPrivateKey);
  await expect(button(page, 'Copy private key')).toBeEnabled({ timeout: 4000 });
  await button(page, 'Hide Private Key').click();
  await expect(keyLine(page, account.walletPrivateKey)).toHaveCount(0);
});

test('15 minutes after the password the key asks for it, says when it is wrong, and opens with the right one', async ({
  account,
  openPage,
}) => {
  const page = await openPage(phone, 403);
  await openSignedIn(page, account.token, '/app/settings');
  const words = { message: 'Please type your password again to continue.', code: 'confirm_password' };
  await refuse(page, '/users/export-key', 403, words);
  await button(page, 'Show Private Key').click();
  const dialog = page.getByRole('dialog', { name: 'Type your password again' });
  await expect(dialog).toBeVisible();
  await expect(field(page, 'Password')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await field(page, 'Password').fill('wrong horse');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This password is not right.')).toBeVisible();
  await page.unroute('**/api/users/export-key');
  await field(page, 'Password').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(keyLine(page, account.walletPrivateKey)).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('a key that cannot be loaded is said in the server’s words, or the spec’s', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop, 500);
  await openSignedIn(page, account.token, '/app/settings');
  for (const [body, words] of [
    [{ message: 'Words of the server.', code: 'internal' }, 'Words of the server.'],
    [null, 'Failed to load private key'],
  ] as const) {
    await refuse(page, '/users/export-key', 500, body);
    await button(page, 'Show Private Key').click();
    await expect(toast(page, words)).toHaveRole('alert');
    await expect(button(page, 'Show Private Key')).toBeEnabled();
  }
});

test('the list names every browser, and ending one signs it out at once', async ({ account, openPage }) => {
  const here = await openPage(desktop);
  const there = await openPage(phone, 401);
  await openSignedIn(there, await signInAgain(there.request, account), '/app/settings');
  await expect(there.getByText('This browser', { exact: true })).toBeVisible();
  await openSignedIn(here, await signInAgain(here.request, account), '/app/settings');
  const rows = here.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('This browser');
  await expect(rows.first().getByRole('button')).toHaveCount(0);

  // The other browser's session is the newest of the two others.
  await rows.nth(1).getByRole('button').click();
  await here.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await expect(toast(here, 'Session ended')).toBeVisible();
  await expect(rows).toHaveCount(2);
  const part = here.getByRole('region', { name: 'Password and sessions' });
  await expect(part).toBeFocused();
  await expect(there).toHaveURL(/\/login$/, { timeout: 3000 });
  expect(await there.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await button(here, 'End all others').click();
  await here.getByRole('dialog').getByRole('button', { name: 'End the others' }).click();
  await expect(toast(here, '1 other session ended')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(button(here, 'End all others')).toHaveCount(0);
  await expect(part).toBeFocused();
});

test('a session that cannot be ended says so and stays in the list', async ({
  account,
  openPage,
  request,
}) => {
  await signInAgain(request, account);
  const page = await openPage(desktop, 500);
  await openSignedIn(page, account.token, '/app/settings');
  await refuse(page, '/account/sessions/*/end', 500, null);
  const rows = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await rows.nth(1).getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await expect(toast(page, 'It could not be ended. Please try again.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(2);
});

test('the password is changed with the current one, and every other browser is signed out at once', async ({
  account,
  openPage,
  request,
}) => {
  const there = await openPage(phone, 401);
  await openSignedIn(there, await signInAgain(there.request, account), '/app/settings');
  await expect(there.getByText('This browser', { exact: true })).toBeVisible();
  const here = await openPage(desktop, 403);
  await openSignedIn(here, account.token, '/app/settings');
  await button(here, 'Change password').click();
  const dialog = here.getByRole('dialog', { name: 'Change your password' });
  const submit = dialog.getByRole('button', { name: 'Change password' });
  await expect(dialog.getByText('Your password recovery code stays valid')).toBeVisible();

  await submit.click();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(field(here, 'Current password')).toBeFocused();
  await field(here, 'Current password').fill('wrong horse');
  await field(here, 'New password').fill('other horse');
  await field(here, 'Confirm new password').fill('another horse');
  await submit.click();
  await expect(dialog.getByText("Passwords don't match")).toBeVisible();
  await field(here, 'Confirm new password').fill('other horse');
  await submit.click();
  await expect(field(here, 'Current password')).toHaveAccessibleDescription('This password is not right.');
  await expect(field(here, 'Current password')).toBeFocused();
  await expect(field(here, 'New password')).toHaveValue('other horse');

  await field(here, 'Current password').fill(account.password);
  await here.keyboard.press('Enter');
  await expect(toast(here, 'Password changed')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(there).toHaveURL(/\/login$/, { timeout: 3000 });
  await signInAgain(request, { ...account, password: 'other horse' });
});

test('where the answer to a new password is lost, it is not said that the old one stays', async ({
  account,
  openPage,
  request,
}) => {
  const page = await openPage(desktop, 502);
  await loseAnswer(page, '/account/password');
  await openSignedIn(page, account.token, '/app/settings');
  await button(page, 'Change password').click();
  await field(page, 'Current password').fill(account.password);
  await field(page, 'New password').fill('other horse');
  await field(page, 'Confirm new password').fill('other horse');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'No answer came. Your new password may be in force already')).toBeVisible();
  await signInAgain(request, { ...account, password: 'other horse' });
});
