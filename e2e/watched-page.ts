import { type Browser, type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';
import { type Account, signUp } from './streamer-account.ts';

/** What belongs to a journey though it stands in a console: a status that the server answers with, or any error's words. */
type Expected = number | RegExp;

/** What must not be in a console: errors, and what the content security policy or Trusted Types refused. */
function complaintsOf(page: Page, expected?: Expected): string[] {
  const complaints: string[] = [];
  const belongs =
    typeof expected === 'number'
      ? new RegExp(`^Failed to load resource: the server responded with a status of ${expected}`)
      : expected;
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && belongs?.test(message.text()) !== true)
      complaints.push(`console: ${message.text()}`);
  });
  return complaints;
}

/**
 * Journeys whose pages are watched: a journey fails when any page that it opened logged an error, threw, or met the
 * content security policy.
 */
export const test = base.extend<{
  /** A streamer of the journey's own. */
  account: Account;
  /** Opens a page in a browser of its own. */
  openPage: (options?: BrowserContextOptions, expected?: Expected) => Promise<Page>;
}>({
  account: async ({ request }, use) => await use(await signUp(request)),
  openPage: async ({ browser }: { browser: Browser }, use) => {
    const opened: { page: Page; complaints: string[] }[] = [];
    await use(async (options = {}, expected) => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      opened.push({ page, complaints: complaintsOf(page, expected) });
      return page;
    });
    for (const { page, complaints } of opened) {
      expect(complaints, page.url()).toEqual([]);
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.context().close();
    }
  },
});

/** A desktop, and a phone as donors hold it. */
export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
