import { type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type { PublicDonation } from '#contract/donation.ts';
import type { Account } from './streamer-account.ts';
import { test as watched } from './watched-page.ts';

/** Journeys of donors, who come to a streamer of the journey's own. */
export const test = watched.extend<{
  streamer: Account;
  openDonor: (options?: BrowserContextOptions, expected?: RegExp) => Promise<Page>;
}>({
  streamer: async ({ account }, use) => await use(account),
  openDonor: async ({ openPage }, use) => await use(openPage),
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
export async function tellOfDonation(
  page: Page,
  id: string,
  facts: Partial<PublicDonation & { chainAway: true }>,
): Promise<void> {
  await shutSocket(page);
  const { chainAway, ...ofDonation } = facts;
  const { status, amount, mediaUrl } = facts;
  const inStatus = { status, amount, mediaUrl, chainAway };
  for (const [call, changed] of [
    ['public', ofDonation],
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
