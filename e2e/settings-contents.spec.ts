import { expect, type Page } from '@playwright/test';
import { openSignedIn, signUp } from './streamer-account.ts';
import { desktop as wide, phone as narrow, test } from './watched-page.ts';

const desktop = { ...wide, reducedMotion: 'reduce' } as const;
const phone = { ...narrow, reducedMotion: 'reduce' } as const;
const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' });
const link = (page: Page, name: string) => contents(page).getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const jump = (page: Page) => contents(page).getByRole('button', { name: /^Jump to/ });
const current = (page: Page) => contents(page).locator('[aria-current=location]');
/** How far the card of a heading stands below what sticks to the top of the window. */
const below = (page: Page, name: string) =>
  heading(page, name).evaluate((it) => {
    const card = it.closest('section')?.getBoundingClientRect().top ?? Number.NaN;
    const bars = [...document.querySelectorAll('.topbar, .settings-contents')].filter(
      (bar) => bar.getClientRects().length > 0 && bar.getBoundingClientRect().width > innerWidth / 2,
    );
    return Math.round(card - Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().bottom)));
  });

test('the list names every part of the settings, in the order of the page', async ({ account, openPage }) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  await expect(heading(page, 'Tokens')).toBeVisible();
  const parts = page.locator('.settings-parts section[aria-labelledby] > h2, .settings-parts .h2[id]');
  const names = await parts.allTextContents();
  expect(names.length).toBeGreaterThan(15);
  await expect(contents(page).getByRole('link')).toHaveText(names);
});

for (const [device, options] of Object.entries({ phone, desktop }))
  test(`an address with the name of a part opens at it, however late what is above comes: ${device}`, async ({
    account,
    openPage,
  }) => {
    const page = await openPage(options);
    const held = Promise.withResolvers<void>();
    await page.route(/\/api\/alerts\/(?:settings|log)$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await openSignedIn(page, account.token, '/app/settings#two-step');
    await expect(heading(page, 'Two-step protection')).toBeFocused();
    // Browsers other than this one do not keep the place by themselves, and any moves a page that has become shorter.
    await page.evaluate(() => {
      document.documentElement.style.setProperty('overflow-anchor', 'none');
      scrollBy(0, -300);
    });
    held.resolve();
    await expect(page.getByRole('button', { name: 'Save alert settings' })).toBeAttached();
    await expect.poll(() => below(page, 'Two-step protection')).toBeGreaterThanOrEqual(0);
    await expect.poll(() => below(page, 'Two-step protection')).toBeLessThan(32);
    await expect(current(page)).toHaveText('Two-step protection');
  });

test('on a desktop the list stays beside the page and follows it, also to parts that cannot come to the top', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, (await signUp(request)).token, '/app/settings');
  await expect(current(page)).toHaveText('Donations');
  await expect(jump(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Save alert settings' })).toBeAttached();
  for (const name of [
    'Text Colors',
    'Moderators and tools',
    'Log',
    'Posts to chat',
    'Your data',
    'Donations',
  ]) {
    await link(page, name).click();
    await expect(heading(page, name)).toBeFocused();
    await expect(heading(page, name)).toBeInViewport();
    await expect(current(page)).toHaveText(name);
  }
  await page.mouse.wheel(0, 20_000);
  await expect(current(page)).toHaveText('Delete account');
  await expect(link(page, 'Donations')).toBeInViewport();
});

test('the sample of a card stands beside what paints it and nowhere else', async ({ account, openPage }) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  const sample = page.locator('.preview');
  await link(page, 'Text Colors').click();
  await expect(sample.locator('.scene').last()).toBeInViewport();
  await link(page, 'Wallet Information').click();
  await expect(current(page)).toHaveText('Wallet Information');
  await expect(sample).not.toBeInViewport();
  await link(page, 'Card Background').click();
  await page.getByLabel('Pick: Primary color').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Primary color', { exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Hide Preview' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Pick: Name')).toBeFocused();
});

test('on a phone a button at hand says where one is and leads to every part; what is typed stays', async ({
  account,
  openPage,
}) => {
  const page = await openPage(phone);
  await openSignedIn(page, account.token, '/app/settings');
  const minimum = page.getByLabel('Minimum donation amount (SOL)', { exact: true });
  await minimum.fill('0.75');
  await expect(jump(page)).toHaveText('Jump toDonations');
  await expect(link(page, 'Log')).toBeHidden();
  await jump(page).click();
  await link(page, 'Moderators and tools').click();
  await expect(link(page, 'Log')).toBeHidden();
  await expect(heading(page, 'Moderators and tools')).toBeFocused();
  await expect(jump(page)).toHaveText('Jump toModerators and tools');
  expect(await below(page, 'Moderators and tools')).toBeGreaterThanOrEqual(0);

  await jump(page).press('Enter');
  await expect(jump(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(link(page, 'Moderators and tools')).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(link(page, 'Donations')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(jump(page)).toBeFocused();
  await expect(link(page, 'Donations')).toBeHidden();
  await jump(page).click();
  await page.mouse.click(195, 830);
  await expect(link(page, 'Donations')).toBeHidden();
  await jump(page).click();
  await link(page, 'Donations').click();
  await expect(minimum).toHaveValue('0.75');
});

test('going back through a form with the keyboard, no field comes to stand under what sticks to the top', async ({
  account,
  openPage,
}) => {
  const page = await openPage({ ...phone, viewport: { width: 360, height: 640 } });
  await openSignedIn(page, account.token, '/app/settings#text-colors');
  await expect(heading(page, 'Text Colors')).toBeFocused();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Shift+Tab');
    const hidden = await page.evaluate(() => {
      const { top } = document.activeElement?.getBoundingClientRect() ?? { top: 0 };
      const bar = document.querySelector('.settings-contents')?.getBoundingClientRect().bottom ?? 0;
      return document.activeElement?.closest('.settings-parts') !== null && top < bar - 1
        ? document.activeElement?.outerHTML.slice(0, 80)
        : null;
    });
    expect(hidden).toBeNull();
  }
});
