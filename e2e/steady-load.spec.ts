import { expect } from '@playwright/test';
import { openAs, registerStreamer } from './desk-journey.ts';
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
];

for (const { address, end } of pages) {
  for (const size of [phone, desktop]) {
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
