import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { field } from './page-parts.ts';
import { loseAnswer } from './streamer-account.ts';
import { desktop, phone, test } from './watched-page.ts';

const password = 'correct horse';

/** Registers at a server whose answer does not come back; the name. */
async function loseRegistration(page: Page): Promise<string> {
  const username = `j-${randomBytes(6).toString('hex')}`;
  await loseAnswer(page, '/auth/register');
  await page.goto('/register');
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`The account ${username} may have been created all the same.`)).toBeVisible();
  return username;
}

test('where the answer to a registration is lost, one press leads to key, recovery code and link', async ({
  openPage,
}) => {
  const page = await openPage(phone, 502);
  const username = await loseRegistration(page);
  await page.getByRole('button', { name: `Sign in as ${username}` }).click();
  await expect(page.getByRole('heading', { name: 'Account Created Successfully!' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Private key' })).toHaveValue(
    /^[1-9A-HJ-NP-Za-km-z]{87,88}$/,
  );
  const link = await page.locator('.copyline').innerText();
  expect((await page.request.get(`/api/donations/page/${link.split('/').at(-1)}`)).status()).toBe(200);
  // The code that is shown is the one that counts.
  const code = await page.getByRole('textbox', { name: 'Password recovery code' }).inputValue();
  const data = { username, newPassword: 'another horse', code };
  expect((await page.request.post('/api/auth/recovery/code', { data })).status()).toBe(200);
});

test('an account that was there before is signed in to, and keeps its recovery code', async ({
  openPage,
}) => {
  const page = await openPage(desktop, 502);
  const username = await loseRegistration(page);
  const replaced: string[] = [];
  await page.route('**/api/account/recovery-code', async (route) => {
    if (route.request().method() === 'POST') replaced.push(route.request().url());
    await route.fulfill({ json: { since: '2026-01-01T12:00:00.000Z' } });
  });
  await page.getByRole('button', { name: `Sign in as ${username}` }).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(replaced).toEqual([]);
});
