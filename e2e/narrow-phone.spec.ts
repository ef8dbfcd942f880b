import { expect, type Page } from '@playwright/test';
import { type AppState, appStates, enterInLanguage, enterState } from './app-states.ts';
import { donationReplies, waiting } from './played-data.ts';
import { test } from './state-page.ts';
import { wordsOutside } from './words-outside.ts';

const names = [
  'landing',
  'donation expired',
  'donation failed',
  'dashboard',
  'donations',
  'settings',
  'wallet',
  'alerts by amount',
  'widgets',
  'operator: all is well',
  'operator: trouble',
  'operator: streamers',
  'operator: audit log',
];

/** Amounts to be paid with all nine decimals, up to the largest that may be chosen, before and after a part of it. */
const longAmounts = [100.123456789, 999_999.123456789].flatMap((askedAmount): AppState[] =>
  [0, 0.000000001].map((amount) => ({
    name: `to pay ${askedAmount} SOL${amount === 0 ? '' : ' in parts'}`,
    path: '/donate/katlive/played',
    replies: donationReplies({ ...waiting, askedAmount, amount, missingAmount: askedAmount - amount }),
    told: {},
    ready: (page) => page.locator('.paying > .stack > .amount'),
  })),
);

/** The words of a card's preview that are cut off. */
const cutWords = (page: Page) =>
  page
    .locator(
      '.screen .alert-card-amount, .scene .alert-card-name, .scene .alert-card-amount, .widget-scene .stream-widget-name',
    )
    .evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent));

for (const state of [...appStates.filter(({ name }) => names.includes(name)), ...longAmounts])
  test(`words keep within their boxes at 320 px: ${state.name}`, async ({ openState }) => {
    for (const language of ['en', 'es'] as const) {
      const { page } = await openState(state, { viewport: { width: 320, height: 640 } });
      await enterInLanguage(page, state, language);
      expect.soft(await page.evaluate(wordsOutside), language).toEqual([]);
      expect.soft(await cutWords(page), language).toEqual([]);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), language).toBe(320);
      await page.context().close();
    }
  });

for (const state of appStates.filter(({ name }) => ['wallet', 'operator: streamers'].includes(name)))
  test(`what is pressed and is only an icon has room for a thumb: ${state.name}`, async ({ openState }) => {
    const { page } = await openState(state, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await enterState(page, state);
    const heights = await page
      .locator('main .btn.icon:visible')
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  });

test('the parts of the operator stand in one row on narrow phones', async ({ openState }) => {
  const state = appStates.find(({ name }) => name === 'operator: streamers')!;
  for (const width of [320, 360, 390])
    for (const language of ['en', 'es'] as const) {
      const { page } = await openState(state, { viewport: { width, height: 640 } });
      await enterInLanguage(page, state, language);
      const tops = await page
        .locator('.admin-tabs a')
        .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
      expect.soft(new Set(tops).size, `${language} at ${width} px`).toBe(1);
      await page.context().close();
    }
});
