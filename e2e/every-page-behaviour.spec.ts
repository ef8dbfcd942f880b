import { expect, type Page } from '@playwright/test';
import { enterState, stateOf } from './app-states.ts';
import { playedNow } from './played-data.ts';
import { test } from './state-page.ts';
import { expectStandsFor, stopClock } from './toast-time.ts';

// Every trace costs more than its journey here.
test.use({ trace: 'off' });

const toasts = (page: Page) => page.locator('.toast');

/** How far the middle of the toast is from the page's, and its right end from the page's, in pixels. */
async function placeOf(page: Page): Promise<{ fromMiddle: number; fromRight: number; top: number }> {
  const box = await toasts(page).first().boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  if (box === null) throw new Error('There is no toast.');
  return {
    fromMiddle: Math.abs(box.x + box.width / 2 - width / 2),
    fromRight: width - box.x - box.width,
    top: box.y,
  };
}

test('a wrong password stays at sign-in; errors stand top center for 4 seconds and are announced as alerts', async ({
  openState,
}) => {
  const signIn = stateOf('sign-in');
  const { page } = await openState({
    ...signIn,
    replies: { ...signIn.replies, login: { refused: 'wrong_credentials' } },
  });
  await page.clock.install({ time: playedNow });
  await enterState(page, signIn);
  await page.getByLabel('Username').fill('katlive');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await stopClock(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'The username or password is not right.' }),
  ).toBeVisible();
  expect((await placeOf(page)).fromMiddle).toBeLessThan(2);
  expect((await placeOf(page)).top).toBeLessThan(80);
  await expect(page).toHaveURL(/\/login$/);
  await expectStandsFor(page, toasts(page), 4000);
});

test('what is copied is on the clipboard, said for 2 seconds, and the button shows it as long', async ({
  openState,
}) => {
  const state = stateOf('dashboard');
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page } = await openState(state, {
    permissions,
    viewport: { width: 1440, height: 900 },
  });
  await page.clock.install({ time: playedNow });
  await enterState(page, state);
  const button = page.getByRole('button', { name: 'Copy donation link' });
  const icon = () =>
    button
      .locator('svg')
      .first()
      .evaluate((drawn) => drawn.outerHTML);
  const before = await icon();
  await stopClock(page);
  await button.click();
  await expect(page.getByRole('status').filter({ hasText: 'Donation link copied!' })).toBeVisible();
  expect((await placeOf(page)).fromMiddle).toBeLessThan(2);
  expect(await icon()).not.toBe(before);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('http://localhost/donate/katlive');
  await expectStandsFor(page, toasts(page), 2000);
  await expect.poll(icon).toBe(before);
});

test('a clipboard that refuses is said in words', async ({ openState }) => {
  const state = stateOf('dashboard');
  const { page } = await openState(state);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('refused')) },
    });
    document.execCommand = () => false;
  });
  await enterState(page, state);
  await page.getByRole('button', { name: 'Copy widget URL' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to copy to clipboard' })).toBeVisible();
});

test('in the donation flow toasts stand top right for 4 seconds, and never more than 20', async ({
  openState,
}) => {
  const state = stateOf('payment');
  const permissions = ['clipboard-write'];
  const { page } = await openState(state, {
    permissions,
    viewport: { width: 1440, height: 900 },
  });
  await page.clock.install({ time: playedNow });
  await enterState(page, state);
  const button = page.getByRole('button', { name: 'Copy Address', exact: true });
  await stopClock(page);
  await button.click();
  await expect(page.getByRole('status').filter({ hasText: 'Address copied!' }).first()).toBeVisible();
  const place = await placeOf(page);
  expect(place.fromRight).toBeLessThan(40);
  expect(place.top).toBeLessThan(80);
  await expectStandsFor(page, toasts(page), 4000);
  await button.evaluate((pressed: HTMLButtonElement) => Array.from({ length: 25 }, () => pressed.click()));
  await expect(toasts(page)).toHaveCount(20);
});

test('the drawer takes the focus, keeps it, and gives it back; Escape, scrim and a link close it', async ({
  openState,
}) => {
  const state = stateOf('drawer');
  const { page } = await openState(state, { viewport: { width: 390, height: 844 } });
  await enterState(page, state);
  const drawer = page.getByRole('dialog');
  const menu = page.getByRole('button', { name: 'Open menu' });
  const isInside = () => drawer.evaluate((box) => box.contains(document.activeElement));
  await expect.poll(isInside).toBe(true);
  for (const key of [...Array.from({ length: 8 }, () => 'Tab'), 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    const isAway = await page.evaluate(() => document.activeElement !== document.body);
    // The browser's own bars may come between two rounds; nothing of the page may.
    if (isAway) expect(await isInside()).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(menu).toBeFocused();
  await menu.click();
  await page.mouse.click(380, 400);
  await expect(drawer).toHaveCount(0);
  await menu.click();
  await drawer.getByRole('link', { name: 'Donations' }).click();
  await expect(page).toHaveURL(/\/app\/donations$/);
  await expect(drawer).toHaveCount(0);
});

test('a dialog takes the focus, keeps it, and gives it back', async ({ openState }) => {
  const state = stateOf('dialog: password');
  const { page } = await openState(state, { viewport: { width: 1440, height: 900 } });
  await enterState(page, state);
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show Private Key' })).toBeFocused();
});

test('the sidebar is a drawer below 1024 px and stands beside the page from there on', async ({
  openState,
}) => {
  const state = stateOf('dashboard');
  const { page } = await openState(state);
  await page.setViewportSize({ width: 1023, height: 900 });
  await enterState(page, state);
  const menu = page.getByRole('button', { name: 'Open menu' });
  const sidebar = page.getByRole('link', { name: 'Settings', exact: true });
  await expect(menu).toBeVisible();
  await expect(sidebar).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(menu).toBeHidden();
  await expect(sidebar).toBeVisible();
});

test('at zero the countdown says Expired and the page shows it, at 120 seconds it is red', async ({
  openState,
}) => {
  const state = stateOf('payment');
  const { page } = await openState(state);
  await page.clock.install({ time: new Date('2026-11-21T12:00:00.000Z') });
  await enterState(page, state);
  await expect(page.getByRole('timer')).toHaveText(/^9:4\d left$/);
  const colour = () => page.getByRole('timer').evaluate((timer) => getComputedStyle(timer).color);
  const orange = await colour();
  await page.clock.fastForward((9 * 60 + 42 - 119) * 1000);
  await expect(page.getByRole('timer')).toHaveText(/^1:5\d left$/);
  await expect.poll(colour).not.toBe(orange);
  await page.clock.fastForward(120_000);
  await expect(page.getByRole('heading', { name: 'Donation Expired' })).toBeVisible();
  await expect(page.getByText('Donation expired. Please create a new one.')).toBeVisible();
});

test('an operator reads at once why transfers are stuck, from the left edge on', async ({ openState }) => {
  const trouble = stateOf('operator: trouble');
  const { page } = await openState(trouble, { reducedMotion: 'no-preference' });
  await enterState(page, trouble);
  const reason = page.getByText('books_differ: 250000001 lamports');
  await expect(reason).toBeAttached();
  const { visibility, textAlign } = await reason.evaluate((it) => {
    const style = getComputedStyle(it);
    return { visibility: style.visibility, textAlign: style.textAlign };
  });
  expect({ visibility, textAlign }).toEqual({ visibility: 'visible', textAlign: 'start' });
});
