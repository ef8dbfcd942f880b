import { expect, type Page } from '@playwright/test';
import { texts as en } from '#web/texts/en/dashboard.ts';
import { texts as es } from '#web/texts/es/dashboard.ts';
import { openAs, openOverlay, registerStreamer, widgetUrlOf } from './desk-journey.ts';
import { desktop, phone, test } from './watched-page.ts';

type Noting = typeof window & { moved: string[] };

/** Runs in the page: names what moved by itself. */
function noteMoved(): void {
  const moved: string[] = [];
  Object.assign(window, { moved });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Element | null }[] })[])
      moved.push(entry.sources.map(({ node }) => node?.className).join(', '));
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Pages whose parts come one after the other, each with what stands there at the end. */
const pages = [
  { address: '/app', end: ['.chart [role=slider]', '.pagehead .st-received', '.lampcol'] },
  { address: '/app/wallet', end: ['.history :is(.empty, .entries)'] },
  { address: '/app/alerts', end: ['.reading form'] },
  { address: '/app/settings', end: ['#tokens', '#deletion'] },
];
const sizes = [phone, desktop];

for (const { address, end } of pages) {
  for (const size of sizes) {
    test(`nothing of ${address} moves while it loads at ${size.viewport?.width} px`, async ({
      openPage,
      baseURL,
    }) => {
      const page = await openPage(size);
      await page.addInitScript(noteMoved);
      await openAs(page, await registerStreamer(baseURL ?? ''), address);
      for (const part of end) await expect(page.locator(part)).toBeVisible();
      expect(await page.evaluate(() => (window as Noting).moved)).toEqual([]);
    });
  }
}

/** The one call that a page waits for, what stands there meanwhile, and what comes with the answer. */
const slowCalls = [
  { address: '/app', slow: '/alerts', meanwhile: '.chart [role=slider]', end: '.quiet-now' },
  { address: '/app', slow: '/donations/stats', meanwhile: '.quiet-now', end: '.chart [role=slider]' },
  { address: '/app/wallet', slow: '/wallet/tokens', meanwhile: '.balance', end: '.history .empty' },
  { address: '/app/settings', slow: '/tokens', meanwhile: 'a[href="#donations"]', end: 'a[href="#tokens"]' },
];

for (const { address, slow, meanwhile, end } of slowCalls) {
  for (const size of sizes) {
    test(`${address} at ${size.viewport?.width} px shows what has been read while ${slow} is slow, and nothing of it moves`, async ({
      openPage,
      baseURL,
    }) => {
      const page = await openPage(size);
      const held = Promise.withResolvers<void>();
      await page.route(`**/api${slow}`, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.addInitScript(noteMoved);
      await openAs(page, await registerStreamer(baseURL ?? ''), address);
      await expect(page.locator(meanwhile)).toBeAttached();
      await expect(page.locator(end)).toHaveCount(0);
      held.resolve();
      await expect(page.locator(end)).toBeAttached();
      expect(await page.evaluate(() => (window as Noting).moved)).toEqual([]);
    });
  }
}

const texts = { en, es };

/** Where the controls and what is below them stand. */
const placesOf = (page: Page) =>
  page.locator(':is(.last, .ctl, .stats)').evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y } = part.getBoundingClientRect();
      return [x, y];
    }),
  );

for (const size of sizes) {
  for (const language of ['en', 'es'] as const) {
    test(`nothing of the dashboard moves at ${size.viewport?.width} px in ${language} when an overlay opens, and when OBS hides it`, async ({
      openPage,
      baseURL,
    }) => {
      const url = baseURL ?? '';
      const kat = await registerStreamer(url);
      const page = await openPage({ ...size, locale: language });
      const { none, on, holding } = texts[language].overlay;
      await openAs(page, kat, '/app');
      await expect(page.locator('.lampcol')).toContainText(none);
      const places = await placesOf(page);
      const overlay = await openPage({ viewport: { width: 400, height: 600 } });
      await openOverlay(overlay, await widgetUrlOf(url, kat));
      await expect(page.locator('.lampcol')).toContainText(on(1));
      expect(await placesOf(page)).toEqual(places);
      await overlay.evaluate(() =>
        dispatchEvent(new CustomEvent('obsSourceVisibleChanged', { detail: { visible: false } })),
      );
      await expect(page.locator('.lampcol')).toContainText(holding);
      expect(await placesOf(page)).toEqual(places);
    });
  }
}
