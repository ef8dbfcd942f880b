import { type Browser, type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';

/** What must not be in a console: errors, and what the content security policy or Trusted Types refused. */
function complaintsOf(page: Page, expectedStatus: number | undefined): string[] {
  const complaints: string[] = [];
  const expected = `Failed to load resource: the server responded with a status of ${expectedStatus}`;
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith(expected))
      complaints.push(`console: ${message.text()}`);
  });
  return complaints;
}

/**
 * Journeys whose pages are watched: a journey fails when any page that it opened logged an error, threw, or met the
 * content security policy.
 */
export const test = base.extend<{
  /** Opens a page of its own; `expectedStatus` is a refusal of the server that belongs to the journey. */
  openPage: (options?: BrowserContextOptions, expectedStatus?: number) => Promise<Page>;
}>({
  openPage: async ({ browser }: { browser: Browser }, use) => {
    const opened: { page: Page; complaints: string[] }[] = [];
    await use(async (options = {}, expectedStatus) => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      opened.push({ page, complaints: complaintsOf(page, expectedStatus) });
      return page;
    });
    for (const { page, complaints } of opened) {
      expect(complaints, page.url()).toEqual([]);
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
