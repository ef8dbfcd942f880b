import { expect, type Page, test } from '@playwright/test';
import { type AppState, appStates, enterInLanguage } from './app-states.ts';
import { donationReplies, waiting } from './played-data.ts';
import { openStatePage } from './state-page.ts';

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

/**
 * Runs in the page: words that reach out of a box that neither scrolls nor shortens them with an ellipsis, and buttons
 * that reach into the margin.
 */
function wordsOutside(): string[] {
  const margin = 20;
  const outside = [...document.querySelectorAll('main section .btn')]
    .filter((button) => button.getBoundingClientRect().right > innerWidth - margin + 1)
    .map((button) => button.textContent);
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const words = node.textContent?.trim();
    const holder = node.parentElement;
    if (!words || holder === null || holder.closest('.sr, .seg-word, [inert], option, .pv, .clip') !== null)
      continue;
    range.selectNodeContents(node);
    const { left, right, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    let box: Element | null = holder;
    while (box !== null && /^(?:inline|contents)$/.test(getComputedStyle(box).display))
      box = box.parentElement;
    const isOutside = [box, holder.closest('.card > :not(.desk-lists), .desk-lists > *')].some((around) => {
      const edges = around?.getBoundingClientRect();
      return edges !== undefined && (right > edges.right + 1 || left < edges.left - 1);
    });
    if (isOutside) outside.push(words);
  }
  return outside;
}

/** The words of a card's preview that are cut off. */
const cutWords = (page: Page) =>
  page
    .locator(
      '.screen .alert-card-amount, .scene .alert-card-name, .scene .alert-card-amount, .widget-scene .stream-widget-name',
    )
    .evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent));

for (const state of [...appStates.filter(({ name }) => names.includes(name)), ...longAmounts])
  test(`words keep within their boxes at 320 px: ${state.name}`, async ({ browser }) => {
    for (const language of ['en', 'es'] as const) {
      const { page } = await openStatePage(browser, state, { viewport: { width: 320, height: 640 } });
      await enterInLanguage(page, state, language);
      expect.soft(await page.evaluate(wordsOutside), language).toEqual([]);
      expect.soft(await cutWords(page), language).toEqual([]);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), language).toBe(320);
      await page.context().close();
    }
  });
