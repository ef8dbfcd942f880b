import { expect } from '@playwright/test';
import { desktop, phone, test } from './watched-page.ts';

test('a call is found by a field that it answers, read, and its example taken along', async ({
  openPage,
}) => {
  const page = await openPage(phone);
  await page.goto('/api/docs');
  const calls = page.locator('details');
  await expect(calls.first()).toBeVisible();
  const all = await calls.count();
  await page.getByRole('searchbox').fill('post  walletAddress donations');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ found$/ })).toBeVisible();
  expect(await calls.count()).toBeLessThan(all / 10);
  const call = page.locator('#createDonation');
  await call.locator('summary').click();
  await expect(call.getByText('linkCode', { exact: true })).toBeVisible();
  await expect(call.getByText(/curl -X POST .*\/api\/donations'/)).toBeVisible();
  await call.getByRole('button', { name: 'Copy the example' }).click();
  await expect(page.getByText('Example copied!')).toBeVisible();

  await page.getByRole('searchbox').fill('nothing like this');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expect(calls).toHaveCount(0);
  await page.getByRole('searchbox').fill('insufficient_scope');
  await expect(page.getByRole('heading', { name: 'Refusals' })).toBeVisible();
});

test('an entry has an address of its own, and opens for whoever comes by it', async ({ openPage }) => {
  const page = await openPage(desktop);
  await page.goto('/api/docs#receives-donation_updated');
  const event = page.locator('#receives-donation_updated');
  await expect(event).toHaveAttribute('open', '');
  await expect(event).toBeInViewport();
  await page.getByRole('link', { name: /^Webhooks/ }).click();
  await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeInViewport();
  await page.goBack();
  await expect(event).toBeInViewport();
});
