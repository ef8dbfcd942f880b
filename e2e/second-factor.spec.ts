import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { RouteReply } from '#contract/routes.ts';
import { button, toast } from './page-parts.ts';
import { type Account, loseAnswer, openSignedIn, signInAgain, signUp } from './streamer-account.ts';
import { desktop, phone, test } from './watched-page.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Two-step protection' });
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const wallet = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const stepMs = 30_000;

/** What an authenticator app shows now, or a step earlier or later: the server takes those too, each code once. */
function shownBy(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * stepMs });
}

/** A streamer whose two-step protection was turned on by calls, with the code of the step before this one. */
async function signUpProtected(
  request: APIRequestContext,
): Promise<{ account: Account; secret: string; codes: string[] }> {
  const account = await signUp(request);
  const headers = { authorization: `Bearer ${account.token}` };
  const begun = await request.post('/api/account/second-factor/begin', { headers });
  const { secret } = (await begun.json()) as RouteReply<'beginSecondFactor'>;
  const data = { code: shownBy(secret, -1) };
  const on = await request.post('/api/account/second-factor/on', { headers, data });
  return { account, secret, codes: ((await on.json()) as RouteReply<'turnOnSecondFactor'>).recoveryCodes };
}

test('it is turned on with a code of the app, and the recovery codes are shown, copied and downloaded once', async ({
  account,
  openPage,
}) => {
  const page = await openPage({ ...desktop, ...clipboard }, 403);
  await openSignedIn(page, account.token, '/app/settings');
  await expect(section(page)).toContainText('Signing in still asks for the password alone.');
  await section(page).getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step protection' });
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await button(page, 'Copy key for the app').click();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  await expect(dialog.getByText(secret.match(/.{4}/g)?.join(' ') ?? '')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Open in an app on this device' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/Brava:${account.username}\\?.*secret=${secret}`),
  );
  const field = dialog.getByLabel('Code from your app');
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/^This code is not right/);
  await expect(field).toBeFocused();
  await field.fill(shownBy(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
  const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await button(page, 'Copy all').click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  const downloading = page.waitForEvent('download');
  await button(page, 'Download').click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('brava-recovery-codes.txt');
  expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\n'));
  // Nothing but its button takes the only copy away.
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
  await page.mouse.click(5, 5);
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(codes);
  await button(page, 'I have kept them').press('Enter');
  await expect(section(page)).toContainText('10 recovery codes are left.');
  await expect(section(page).getByRole('button', { name: 'Turn off' })).toBeFocused();
});

/** Begins to turn it on in Settings; the field for the code, and the secret that the app gets. */
async function beginIn(page: Page) {
  await section(page).getByRole('button', { name: 'Turn on' }).click();
  const setup = page.getByRole('dialog', { name: 'Turn on two-step protection' });
  const spaced = await setup.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{4}$/).textContent();
  return { code: setup.getByLabel('Code from your app'), secret: spaced?.replaceAll(' ', '') ?? '' };
}

test('who takes longer over it than a typed password counts is asked for that, and keeps the secret', async ({
  account,
  openPage,
}) => {
  const page = await openPage(phone, 403);
  await openSignedIn(page, account.token, '/app/settings');
  const { code, secret } = await beginIn(page);
  const refusal = { message: 'Please type your password again to continue.', code: 'confirm_password' };
  await page.route('**/second-factor/on', (route) => route.fulfill({ status: 403, json: refusal }), {
    times: 1,
  });
  await code.fill(shownBy(secret));
  await code.press('Enter');
  const asked = page.getByRole('dialog', { name: 'Type your password again' });
  await asked.getByLabel('Password', { exact: true }).fill(account.password);
  await asked.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
});

test('where the answer to turning it on is lost, the page says that it is on', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop, 502);
  await openSignedIn(page, (await signUp(request)).token, '/app/settings');
  await loseAnswer(page, '/account/second-factor/on');
  const { code, secret } = await beginIn(page);
  await code.fill(shownBy(secret));
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription(/^That did not work/);
  await button(page, 'Cancel').click();
  await expect(section(page)).toContainText('On since');
});

test('in another browser the key and the payout address ask for password and code, which is pasted', async ({
  openPage,
  request,
}) => {
  const { account, secret, codes } = await signUpProtected(request);
  const page = await openPage({ ...phone, ...clipboard }, 403);
  await openSignedIn(page, await signInAgain(request, account), '/app/settings');
  await button(page, 'Show Private Key').click();
  const dialog = page.getByRole('dialog', { name: 'Password and code' });
  const code = dialog.getByLabel('Code from your app');
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription('Please type the code');
  await expect(code).toBeFocused();
  const next = shownBy(secret);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${next.slice(0, 3)} ${next.slice(3)}`);
  await page.keyboard.press('ControlOrMeta+V');
  await page.keyboard.press('Enter');
  await expect(page.getByText(account.walletPrivateKey, { exact: true })).toBeVisible();
  await expect(button(page, 'Hide Private Key')).toBeFocused();

  // A session of its own once more: the code was proven in that one only.
  await openSignedIn(page, await signInAgain(request, account), '/app/settings');
  await page.getByLabel('Payout address').fill(wallet);
  await button(page, 'Save payout address').click();
  const asking = page.getByRole('dialog', { name: 'Password and code' });
  await asking.getByLabel('Password', { exact: true }).fill(account.password);
  await asking.getByLabel('Code from your app').fill(next);
  await page.keyboard.press('Enter');
  await expect(asking.getByLabel('Code from your app')).toHaveAccessibleDescription(/was used before/);
  await asking.getByRole('button', { name: 'Type a recovery code instead' }).click();
  await expect(asking.getByLabel('Recovery code', { exact: true })).toBeFocused();
  await asking.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '');
  await asking.getByRole('button', { name: 'Save payout address' }).click();
  await expect(toast(page, 'Settings updated successfully')).toBeVisible();
  await page.reload();
  await expect(section(page)).toContainText('9 recovery codes are left.');
  await expect(page.getByLabel('Payout address')).toHaveValue(wallet);
});

test('a new password asks for the code, and turning it off takes it away again', async ({
  openPage,
  request,
}) => {
  const { account, secret } = await signUpProtected(request);
  const page = await openPage(desktop, 403);
  await openSignedIn(page, account.token, '/app/settings');
  await button(page, 'Change password').click();
  const dialog = page.getByRole('dialog', { name: 'Change your password' });
  await dialog.getByLabel('Current password', { exact: true }).fill(account.password);
  await dialog.getByLabel('New password', { exact: true }).fill('other horse');
  await dialog.getByLabel('Confirm new password', { exact: true }).fill('other horse');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Code from your app')).toHaveAccessibleDescription('Please type the code');
  await dialog.getByLabel('Code from your app').fill(shownBy(secret));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Password changed')).toBeVisible();

  await section(page).getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New recovery codes' }).click();
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
  await button(page, 'I have kept them').click();
  await section(page).getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(toast(page, 'Two-step protection is off')).toBeVisible();
  await expect(section(page).getByRole('button', { name: 'Turn on' })).toBeFocused();
  await button(page, 'Show Private Key').click();
  await expect(page.getByText(account.walletPrivateKey, { exact: true })).toBeVisible();
});
