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
  { address: '/app/wallet', slow: '/wallet/tokens', meanwhile: '.history .empty', end: '.held .amount' },
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

for (const size of sizes) {
  test(`a suspended streamer is told so at once at ${size.viewport?.width} px, and nothing of the dashboard moves`, async ({
    openPage,
    baseURL,
  }) => {
    const page = await openPage(size);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/users/me', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, json: { ...(await reply.json()), isSuspended: true } });
    });
    await page.route('**/api/donations/link', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.addInitScript(noteMoved);
    await openAs(page, await registerStreamer(baseURL ?? ''), '/app');
    await expect(page.locator('.onair')).toBeVisible();
    await expect(page.locator('#suspended')).toBeVisible();
    held.resolve();
    await expect(page.locator('#donation-link')).toBeVisible();
    expect(await page.evaluate(() => (window as Noting).moved)).toEqual([]);
  });
}

test('while the desk cannot be read and nothing is heard, the lamp says so and does not blink', async ({
  openPage,
  baseURL,
}) => {
  const page = await openPage(desktop, 503);
  await page.route(/\/socket\.io\//, () => undefined);
  let failed = 0;
  await page.route('**/api/alerts', async (route) => {
    await route.fulfill({ status: 503, json: { message: 'Not now', code: 'unavailable' } });
    failed += 1;
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const lamp = document.querySelector<HTMLElement>('.lampcol')?.style.visibility;
      if (lamp !== undefined && lamp !== seen.at(-1)) seen.push(lamp);
      requestAnimationFrame(look);
    };
    look();
  });
  await openAs(page, await registerStreamer(baseURL ?? ''), '/app');
  await expect(page.locator('.lampcol')).toContainText(en.overlay.unknown);
  await expect.poll(() => failed).toBeGreaterThan(2);
  await expect(page.locator('.lampcol')).toBeVisible();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.join(' ')).toMatch(/^(hidden )?visible$/);
});

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
