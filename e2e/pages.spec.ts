import { expect } from '@playwright/test';
import { desktop, phone, test } from './watched-page.ts';

for (const [device, options] of Object.entries({ desktop, phone })) {
  test(`every public page opens on a ${device} without an error and without sideways scrolling`, async ({
    openPage,
  }) => {
    const page = await openPage(options);
    const headings = {
      '/': 'Accept Solana donations on your stream',
      '/login': /sign in|welcome/i,
      '/register': /create/i,
      '/api/docs': /API/,
    };
    for (const [path, name] of Object.entries(headings)) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name }).first()).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
}

test('a page that has room in the window does not scroll', async ({ openPage }) => {
  const page = await openPage(desktop);
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await expect(page.getByLabel('Username')).toBeVisible();
    const tooHigh = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(tooHigh, path).toBe(0);
  }
});

test('signed out, the app leads to sign-in, and a wrong password stays there with its reason', async ({
  openPage,
}) => {
  const page = await openPage(desktop, 401);
  await page.goto('/app');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Username').fill('nobody-here');
  await page.getByLabel('Password', { exact: true }).fill('whatever');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The username or password is not right.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('an unknown donation link says so', async ({ openPage }) => {
  const page = await openPage(phone, 404);
  await page.goto('/donate/nobody');
  await expect(page.getByRole('heading', { name: 'Donation Link Not Found' })).toBeVisible();
  await expect(page.getByText('This donation link is invalid or has been disabled.')).toBeVisible();
});
