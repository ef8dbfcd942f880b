import { expect, type Page } from '@playwright/test';
import { openAs, registerStreamer, type Streamer } from './desk-journey.ts';
import { desktop, phone, test } from './watched-page.ts';
import { listenIn } from './listen-in.ts';

let streamer: Streamer;
test.beforeAll(async ({ baseURL }) => {
  streamer = await registerStreamer(baseURL ?? '');
});

/** Whether the focus is inside what the locator names. */
const isFocusIn = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((inside) => document.activeElement?.closest(inside) !== null, selector);

test('the sidebar names the streamer, the start of the wallet address, and signs out', async ({
  openPage,
  baseURL,
}) => {
  const own = await registerStreamer(baseURL ?? '');
  const page = await openPage(desktop);
  await page.goto('/login');
  await page.evaluate((token) => localStorage.setItem('token', token), own.token);
  await page.goto('/app');
  const sidebar = page.getByRole('complementary');
  await expect(sidebar.getByText(own.username)).toBeVisible();
  await expect(sidebar.getByText(`${own.walletAddress.slice(0, 8)}…`, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
  await sidebar.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('below 1024 px the drawer opens by keyboard, keeps the focus, and gives it back', async ({
  openPage,
}) => {
  const page = await openPage({ viewport: { width: 1023, height: 800 } });
  await openAs(page, streamer, '/app');
  const open = page.getByRole('button', { name: 'Open menu' });
  await open.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('button', { name: 'Close menu' })).toBeFocused();
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    // Between the last and the first the focus is with the browser itself.
    expect(await isFocusIn(page, 'dialog, body:focus, html')).toBe(true);
    expect(await isFocusIn(page, '.shell')).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(open).toBeFocused();
});

test('the scrim closes the drawer, and so does a wider window', async ({ openPage }) => {
  const page = await openPage(phone);
  await openAs(page, streamer, '/app');
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(drawer).toBeVisible();
  await page.mouse.click(370, 500);
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(drawer).toHaveCount(0);
  await page.getByRole('complementary').getByRole('link', { name: 'Donations' }).click();
  await expect(page.getByRole('heading', { name: 'Donations', level: 1 })).toBeVisible();
});

for (const [device, options] of Object.entries({ phone, desktop }))
  test(`the guide is one press away, and the way back leads to what was typed: ${device}`, async ({
    openPage,
  }) => {
    const page = await openPage(options);
    await openAs(page, streamer, '/app/settings');
    const minimum = page.getByLabel('Minimum donation amount (SOL)', { exact: true });
    await minimum.fill('0.5');
    if (device === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Guide', exact: true }).click();
    await expect(page).toHaveURL('/guide');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(minimum).toHaveValue('0.5');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

test('going on by the drawer closes it and leads the focus and the ears to the new page', async ({
  openPage,
}) => {
  const page = await openPage(phone);
  await openAs(page, streamer, '/app');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  const said = await listenIn(page);
  await drawer.getByRole('link', { name: 'Settings' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused();
  await expect(page).toHaveTitle('Settings – Brava');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeFocused();
  // The heading has been read, and who hears the page is not told the same again.
  expect((await said()).filter((words) => /Settings/.test(words))).toEqual(['focus: Settings']);
});

test('the drawer stays closed on the way back, and the link of the page that is there closes it', async ({
  openPage,
}) => {
  const page = await openPage(phone);
  await openAs(page, streamer, '/app');
  const open = page.getByRole('button', { name: 'Open menu' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await open.click();
  await drawer.getByRole('link', { name: 'Donations' }).click();
  await expect(page.getByRole('heading', { name: 'Donations', level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeFocused();
  await expect(drawer).toHaveCount(0);
  await open.click();
  await drawer.getByRole('link', { name: 'Dashboard' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(open).toBeFocused();
});

test('the skip link leads past the navigation', async ({ openPage }) => {
  const page = await openPage(desktop);
  await openAs(page, streamer, '/app/donations');
  await expect(page.getByRole('heading', { name: 'Donations', level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await isFocusIn(page, 'main')).toBe(true);
});

for (const address of ['/app', '/app/donations', '/app/settings']) {
  test(`a token that has ended leads from ${address} to sign-in and is forgotten`, async ({
    openPage,
    baseURL,
  }) => {
    const ended = await registerStreamer(baseURL ?? '');
    const page = await openPage(desktop, 401);
    await page.goto('/login');
    await page.evaluate((token) => localStorage.setItem('token', token), ended.token);
    await page.goto('/app/widgets');
    await expect(page.getByRole('heading', { name: 'Widgets', level: 1 })).toBeVisible();
    const reply = await fetch(`${baseURL}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ended.token}` },
    });
    expect(reply.ok).toBe(true);
    await page.goto(address);
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
}

test('a 401 in the middle of the work leads to sign-in as well', async ({ openPage }) => {
  const page = await openPage(desktop, 401);
  await page.goto('/login');
  await page.evaluate((token) => localStorage.setItem('token', token), streamer.token);
  await page.goto('/app/widgets');
  await expect(page.getByRole('heading', { name: 'Widgets', level: 1 })).toBeVisible();
  const json = { code: 'unauthorized', message: 'Please sign in to go on.' };
  // Only what the next page asks for: this one may be reading still.
  await page.route('**/api/donations/search*', (route) => route.fulfill({ status: 401, json }));
  await page.getByRole('complementary').getByRole('link', { name: 'Donations' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a part that is gone after an upgrade leaves the navigation, offers a way back, and comes with a reload', async ({
  browser,
}) => {
  const page = await (await browser.newContext(desktop)).newPage();
  await openAs(page, streamer, '/app');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.route('**/assets/settings-page-*.js', (route) => route.fulfill({ status: 404 }));
  const sidebar = page.getByRole('complementary');
  await sidebar.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
  await sidebar.getByRole('link', { name: 'Donations' }).click();
  await expect(page.getByRole('heading', { name: 'Donations', level: 1 })).toBeVisible();
  await sidebar.getByRole('link', { name: 'Settings' }).click();
  await page.unroute('**/assets/settings-page-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.context().close();
});

test('a page that could not be loaded comes with the next click or try, and what was typed elsewhere stays', async ({
  browser,
}) => {
  const page = await (await browser.newContext(desktop)).newPage();
  await openAs(page, streamer, '/app/settings');
  const minimum = page.getByLabel('Minimum donation amount (SOL)');
  await minimum.fill('0.5');
  const sidebar = page.getByRole('complementary');
  const broken = page.getByRole('heading', { name: 'Something went wrong' });
  await page.context().setOffline(true);
  await sidebar.getByRole('link', { name: 'Donations' }).click();
  await expect(broken).toBeVisible();
  await expect(page.getByText('Check your connection')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(broken).toBeVisible();
  await page.context().setOffline(false);
  await sidebar.getByRole('link', { name: 'Donations' }).click();
  await expect(page.getByRole('heading', { name: 'Donations', level: 1 })).toBeVisible();
  // Rules of a style sheet that could not be loaded cannot be read.
  const rules = await page.evaluate(() => [...document.styleSheets].map((sheet) => sheet.cssRules.length));
  expect(Math.min(...rules)).toBeGreaterThan(0);

  await page.context().setOffline(true);
  await sidebar.getByRole('link', { name: 'Widgets' }).click();
  await expect(broken).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Widgets', level: 1 })).toBeVisible();

  await page.route('**/assets/dashboard-page-*.js', (route) => route.fulfill({ status: 404 }));
  await sidebar.getByRole('link', { name: 'Dashboard' }).click();
  await expect(broken).toBeVisible();
  await page.unroute('**/assets/dashboard-page-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await sidebar.getByRole('link', { name: 'Settings' }).click();
  await expect(minimum).toHaveValue('0.5');
  await page.context().close();
});

test('the longest button of Settings stays within its card in Spanish at 320 px', async ({
  openPage,
  baseURL,
}) => {
  const page = await openPage({ ...phone, viewport: { width: 320, height: 700 } });
  await page.context().addCookies([{ name: 'language', value: 'es', url: baseURL ?? '' }]);
  await openAs(page, streamer, '/app/settings');
  const button = page.getByRole('button', { name: 'Reemplazar el enlace del widget' });
  const edges = await button.evaluate((element) => {
    const card = element.closest('.card')?.getBoundingClientRect();
    return { button: element.getBoundingClientRect().right, card: card?.right ?? 0 };
  });
  expect(edges.button).toBeLessThan(edges.card);
});

test('texts that cannot be loaded end in a page with a way back, in the language of the browser', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ ...phone, locale: 'es-ES' })).newPage();
  await page.route('**/assets/common-*.js', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Algo ha fallado' })).toBeVisible();
  await page.unroute('**/assets/common-*.js');
  await page.getByRole('button', { name: 'Recargar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Algo ha fallado' })).toHaveCount(0);
  await page.context().close();
});

for (const address of ['/nowhere', '/app/nowhere', '/donate', '/donate/a/b/c', '/guide/a/b']) {
  test(`nothing is at ${address}, and the page says so`, async ({ openPage }) => {
    const page = await openPage(phone, 404);
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found – Brava');
    await page.getByRole('link', { name: 'Back to home' }).click();
    await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible();
  });
}
