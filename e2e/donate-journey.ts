import { type Browser, type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';
import type { PublicDonation } from '#contract/donation.ts';
import { type Account, signUp } from './streamer-account.ts';

/**
 * Journeys of donors: a streamer of their own, and pages that are watched. A journey fails when one of its pages threw or
 * logged an error, but for those that belong to it.
 */
export const test = base.extend<{
  streamer: Account;
  /** Opens a browser of its own; `expected` are the errors in its console that belong to the journey. */
  openDonor: (options?: BrowserContextOptions, expected?: RegExp) => Promise<Page>;
}>({
  streamer: async ({ request }, use) => await use(await signUp(request)),
  openDonor: async ({ browser }: { browser: Browser }, use) => {
    const opened: { page: Page; complaints: string[] }[] = [];
    await use(async (options = {}, expected) => {
      const page = await (await browser.newContext(options)).newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && expected?.test(message.text()) !== true)
          complaints.push(message.text());
      });
      opened.push({ page, complaints });
      return page;
    });
    for (const { page, complaints } of opened) {
      expect(complaints, page.url()).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.context().close();
    }
  },
});

/** What Chromium says of a request that found no network. */
export const noNetwork = /net::ERR_(?:INTERNET_DISCONNECTED|FAILED|CONNECTION_\w+)/;

/** Creates a donation without the form; its own address. */
export async function createDonation(
  page: Page,
  linkCode: string,
  words: { donatorName?: string; message?: string; askedAmount?: number } = {},
): Promise<{ id: string; path: string }> {
  const reply = await page.request.post('/api/donations', { data: { linkCode, ...words } });
  expect(reply.status()).toBe(201);
  const { id } = (await reply.json()) as { id: string };
  return { id, path: `/donate/${linkCode}/${id}` };
}

/** Pays from the faucet: a part, or what is missing. */
export async function pay(page: Page, donationId: string, amount?: number): Promise<void> {
  const reply = await page.request.post('/api/sandbox/pay', { data: { donationId, amount } });
  expect(reply.status()).toBe(200);
}

/** Waits until the server has seen a payment. */
export async function untilReceived(page: Page, donationId: string): Promise<void> {
  const readStatus = async (): Promise<unknown> =>
    ((await (await page.request.get(`/api/donations/status/${donationId}`)).json()) as { status: string })
      .status;
  await expect.poll(readStatus).toBe('RECEIVED');
}

/** Takes the server's time out of its replies, so that the page believes the clock that a test moves. */
export async function withoutServerClock(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const { date: _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}

/** Shuts the live connection, so that only the polling tells of changes. */
export async function shutSocket(page: Page): Promise<void> {
  await page.route('**/socket.io/**', (route) => route.fulfill({ status: 204 }));
}

/**
 * Lets the server's replies about a donation tell other facts: for what the sandbox cannot do, or only after ten minutes.
 * Calling it again changes what they tell.
 */
export async function tellOfDonation(page: Page, id: string, facts: Partial<PublicDonation>): Promise<void> {
  await shutSocket(page);
  const { status, amount, mediaUrl } = facts;
  const inStatus = { status, amount, mediaUrl };
  for (const [call, changed] of [
    ['public', facts],
    ['status', inStatus],
  ] as const) {
    const url = `**/api/donations/${call}/${id}`;
    await page.unroute(url);
    await page.route(url, async (route) => {
      const response = await route.fetch();
      const known = (await response.json()) as object;
      const { date: _, ...headers } = response.headers();
      const json = Object.assign(known, JSON.parse(JSON.stringify(changed)));
      await route.fulfill({ response, headers, json });
    });
  }
}

/** A time some seconds from now, as the server writes it. */
export function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

/** The toast with these words. */
export const toastOf = (page: Page, words: string | RegExp) =>
  page.locator('.toaster > .toast').filter({ hasText: words });
