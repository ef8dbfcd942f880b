import { type Browser, type BrowserContextOptions, type Page, test as base } from '@playwright/test';
import type { AppState } from './app-states.ts';
import { playedNow } from './played-data.ts';
import { playServer } from './played-server.ts';

/** A page for a state, and what went wrong in it so far, in words. */
export interface StatePage {
  page: Page;
  complaints: string[];
}

/** Opens an empty page at the states' own time whose server is played; motion is reduced. */
export async function openStatePage(
  browser: Browser,
  state: AppState,
  options: BrowserContextOptions = {},
): Promise<StatePage> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: 'UTC',
    ...options,
  });
  const page = await context.newPage();
  if (state.isSignedIn) await page.addInitScript(() => localStorage.setItem('token', 'played'));
  await page.clock.setFixedTime(playedNow);
  const complaints = watch(page, state);
  await playServer(page, state.replies, {
    told: state.told,
    onMissing: (call) => complaints.push(`no reply played for ${call}`),
  });
  return { page, complaints };
}

/** Journeys through states of pages; what they open is closed after them. */
export const test = base.extend<{
  openState: (state: AppState, options?: BrowserContextOptions) => Promise<StatePage>;
}>({
  openState: async ({ browser }, use) => {
    const pages: Page[] = [];
    await use(async (state, options) => {
      const opened = await openStatePage(browser, state, options);
      pages.push(opened.page);
      return opened;
    });
    for (const page of pages) await page.context().close();
  },
});

/** Errors in the console, requests that failed or went elsewhere. A refusal that is played may be logged by the browser. */
function watch(page: Page, state: AppState): string[] {
  const complaints: string[] = [];
  const isRefused =
    state.isMissing ??
    Object.values(state.replies).some((reply) => typeof reply === 'object' && 'refused' in reply);
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' || (isRefused && text.startsWith('Failed to load resource'))) return;
    complaints.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && page.url().startsWith('http') && origin !== new URL(page.url()).origin)
      complaints.push(`went to another origin: ${request.url()}`);
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isExpected = pathname.startsWith('/api/') || (state.isMissing && pathname === state.path);
    if (response.status() >= 400 && !isExpected) complaints.push(`${response.status()}: ${pathname}`);
  });
  return complaints;
}
