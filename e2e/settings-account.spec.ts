import { expect } from '@playwright/test';
import { button, field, toast } from './page-parts.ts';
import { desktop, savedBy } from './settings-page.ts';
import { openSignedIn } from './streamer-account.ts';
import { test } from './watched-page.ts';

test('accepting donations, time zone and payout address are saved on their own, refusals stand at the field', async ({
  account,
  openPage,
  request,
}) => {
  const page = await openPage(desktop, 400);
  await openSignedIn(page, account.token, '/app/settings');
  await page.getByText('Accept donations', { exact: true }).click();
  await expect(toast(page, 'Settings updated successfully')).toBeVisible();
  expect((await request.get(`/api/donations/page/${account.donationLink}`)).status()).toBe(404);
  await field(page, 'Time zone').selectOption('Europe/Lisbon');
  await expect.poll(async () => (await savedBy(page, account))['timeZone']).toBe('Europe/Lisbon');

  const payout = page.getByLabel('Payout address');
  await payout.fill('not a wallet');
  let asked = 0;
  page.on('request', (sent) => (asked += sent.url().endsWith('/api/account') ? 1 : 0));
  await button(page, 'Save payout address').click();
  const words = 'This is not an address of a normal Solana wallet. Please check it.';
  await expect(payout).toHaveAccessibleDescription(words);
  await expect(payout).toHaveValue('not a wallet');
  expect(asked).toBe(0);
  const wallet = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
  await payout.fill(wallet);
  await button(page, 'Save payout address').press('Enter');
  await expect.poll(async () => (await savedBy(page, account))['payoutAddress']).toBe(wallet);
  await expect(page.locator('section', { has: payout })).toBeFocused();
});

test('the generated wallet as payout address is saved as none, whatever was there before', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  const payout = page.getByLabel('Payout address');
  for (const address of ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', account.user.walletAddress]) {
    await payout.fill(address);
    await button(page, 'Save payout address').click();
    await expect(button(page, 'Save payout address')).toHaveCount(0);
  }
  await expect(payout).toHaveValue('');
  await payout.fill(account.user.walletAddress);
  await button(page, 'Save payout address').click();
  await expect(payout).toHaveValue('');
  await expect(page.getByText('Unsaved changes.')).toHaveCount(0);
  expect((await savedBy(page, account))['payoutAddress']).toBeNull();
});

test('the widget link is shown, and after a question replaced by a new one', async ({
  account,
  openPage,
}) => {
  const page = await openPage({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  await openSignedIn(page, account.token, '/app/settings');
  const copied = async () => {
    await button(page, 'Copy widget URL').click();
    await expect(toast(page, 'Widget URL copied!')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    // The next one is told of by a toast of its own.
    await expect(toast(page, 'Widget URL copied!')).toHaveCount(0);
    return text;
  };
  const first = await copied();
  expect(first).toMatch(/^http:.+\/widget\/[\w-]{22}$/);
  await expect(page.getByText(first, { exact: true })).toBeVisible();
  await button(page, 'Replace the widget link').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the link' }).click();
  await expect(toast(page, 'Widget link replaced')).toBeVisible();
  await expect(page.getByText(first, { exact: true })).toHaveCount(0);
  await expect(button(page, 'Replace the widget link')).toBeFocused();
  const second = await copied();
  expect(second).toMatch(/\/widget\/[\w-]{22}$/);
  expect(second).not.toBe(first);
});
