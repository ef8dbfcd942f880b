import { expect, type Page } from '@playwright/test';
import { enterState, stateOf } from './app-states.ts';
import { donationReplies, received } from './played-data.ts';
import { test } from './state-page.ts';
import { wordsOutside } from './words-outside.ts';

/** Letters of this size from the first paint, as a browser's own setting makes them. */
async function writeLarge(page: Page, percent: number): Promise<void> {
  await page.addInitScript((size) => {
    document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = size));
  }, `${percent}%`);
}

const names = [
  'dashboard',
  'donations',
  'settings',
  'wallet',
  'posts',
  'donation not found',
  'payment',
  'donation received',
  'donation expired',
  'donation failed',
  'operator: trouble',
  'operator: streamers',
  'account created',
  'recovery refused',
  'guide',
  'guide: other-tools',
  'guide: alerts',
  'guide: widgets',
  'guide: troubleshooting',
];

for (const name of names)
  test(`in letters twice as large nothing scrolls sideways on a phone: ${name}`, async ({ openState }) => {
    const state = stateOf(name);
    const { page } = await openState(state, { viewport: { width: 390, height: 844 } });
    await writeLarge(page, 200);
    await enterState(page, state);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

for (const { name, width, percent } of [
  { name: 'dashboard', width: 280, percent: 100 },
  { name: 'payment', width: 280, percent: 200 },
  { name: 'donation form', width: 280, percent: 200 },
  { name: 'wallet', width: 280, percent: 200 },
])
  test(`nothing scrolls sideways on a narrow phone either: ${name}, ${width} px, ${percent} %`, async ({
    openState,
  }) => {
    const state = stateOf(name);
    const { page } = await openState(state, { viewport: { width, height: 844 } });
    await writeLarge(page, percent);
    await enterState(page, state);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

test('on the narrowest phone the QR code and the buttons beside it stay within the panel', async ({
  openState,
}) => {
  const state = stateOf('payment');
  const { page } = await openState(state, { viewport: { width: 280, height: 653 } });
  await enterState(page, state);
  const rightOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((it) => it.getBoundingClientRect().right);
  const edge = await rightOf('.panel');
  expect(await rightOf('.qr svg')).toBeLessThan(edge);
  expect(await rightOf('.paying .acts .btn')).toBeLessThan(edge);
});

test('the amount to pay grows with the letters: never smaller than its own label', async ({ openState }) => {
  const state = stateOf('payment');
  const { page } = await openState(state, { viewport: { width: 320, height: 844 } });
  await writeLarge(page, 200);
  await enterState(page, state);
  const sizeOf = (selector: string) =>
    page
      .locator(`.paying ${selector}`)
      .first()
      .evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize));
  expect(await sizeOf('.amount')).toBeGreaterThan(await sizeOf('.label'));
});

/** Words of these elements that are broken in two. */
const brokenWords = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.flatMap((it) => {
      const text = it.firstChild as Text;
      const range = document.createRange();
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );

test('the thanks break no word of what became of the payment', async ({ openState }) => {
  const shown = { ...received, status: 'SHOWN', shownOnStreamAt: received.paidAt } as const;
  const state = { ...stateOf('donation received'), replies: donationReplies(shown) };
  const { page } = await openState(state, { viewport: { width: 320, height: 844 } });
  await writeLarge(page, 200);
  await enterState(page, state);
  expect(await brokenWords(page, '.tx dt')).toEqual([]);
});

for (const { width, percent } of [
  { width: 320, percent: 100 },
  { width: 320, percent: 200 },
  { width: 390, percent: 200 },
])
  test(`a check of the payment moves nothing below it: ${width} px, ${percent} %`, async ({ openState }) => {
    const state = stateOf('payment');
    const { page } = await openState(state, { viewport: { width, height: 844 } });
    await writeLarge(page, percent);
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/donations/status/**', async (request) => {
      await answered.promise;
      await request.fallback();
    });
    await page.goto(state.path);
    const checking = page.getByText('Checking...');
    const heightOf = async () => (await page.locator('.status').boundingBox())?.height;
    await expect(checking).toBeVisible();
    const height = await heightOf();
    expect(await page.evaluate(wordsOutside)).toEqual([]);
    answered.resolve();
    await expect(checking).toHaveCount(0);
    expect(await heightOf()).toBe(height);
  });

for (const { name, width, percent } of [
  { name: 'dashboard', width: 390, percent: 150 },
  { name: 'dashboard', width: 390, percent: 200 },
  { name: 'dock', width: 300, percent: 200 },
])
  test(`'Reject' stays within its card: ${name}, ${width} px, ${percent} %`, async ({ openState }) => {
    const state = stateOf(name);
    const { page } = await openState(state, { viewport: { width, height: 844 } });
    await writeLarge(page, percent);
    await enterState(page, state);
    const row = page.locator('.qi.hold').first();
    const outside = await row.evaluate((card) => {
      const edge = card.getBoundingClientRect().right;
      return [...card.querySelectorAll('.mod .btn')]
        .filter((button) => button.getBoundingClientRect().right > Math.min(edge, innerWidth))
        .map((button) => button.textContent);
    });
    expect(outside).toEqual([]);
  });

test('on a desk in letters twice as large no figure lies over another', async ({ openState }) => {
  const state = stateOf('dashboard');
  const { page } = await openState(state, { viewport: { width: 1280, height: 800 } });
  await writeLarge(page, 200);
  await enterState(page, state);
  const wide = await page
    .locator('.stat')
    .evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent));
  expect(wide).toEqual([]);
});

for (const name of ['withdrawal confirmed', 'dialog: delete account'])
  for (const width of [320, 360])
    test(`the button that goes on is in sight at the head of a dialog: ${name}, ${width} px`, async ({
      openState,
    }) => {
      const state = stateOf(name);
      const { page } = await openState(state, { viewport: { width, height: 640 } });
      await enterState(page, state);
      const dialog = page.getByRole('dialog');
      await dialog.evaluate((it) => it.scrollTo(0, 0));
      await expect(dialog.locator('.acts > .btn').last()).toBeInViewport({ ratio: 1 });
    });

for (const name of ['link not found', 'donation not found', 'not found'])
  test(`a page with nothing but a sentence does not scroll on a phone: ${name}`, async ({ openState }) => {
    const state = stateOf(name);
    const { page } = await openState(state, { viewport: { width: 390, height: 844 } });
    await enterState(page, state);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844);
  });

test('what the donor wrote is named in whole words', async ({ openState }) => {
  const state = stateOf('payment');
  const { page } = await openState(state, { viewport: { width: 390, height: 844 } });
  await writeLarge(page, 200);
  await enterState(page, state);
  await expect(page.locator('.sum dt')).toContainText(['Name', 'Message']);
  expect(await brokenWords(page, '.sum dt')).toEqual([]);
});
