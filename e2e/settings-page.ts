import type { Page } from '@playwright/test';
import { button, field } from './page-parts.ts';
import type { Account } from './streamer-account.ts';
import { desktop as wide, phone as narrow } from './watched-page.ts';

/** Without gliding: where the page glides to a field, a press beside it may miss. */
export const desktop = { ...wide, reducedMotion: 'reduce' } as const;
/** As on a desktop: nothing glides. */
export const phone = { ...narrow, reducedMotion: 'reduce' } as const;

/** Of the form with the page's own save button: others stand below it. */
export const inForm = (page: Page, label: string) =>
  page.locator('form', { has: button(page, 'Save Settings') }).getByLabel(label, { exact: true });
/** The field that most journeys change. */
export const minimum = (page: Page) => field(page, 'Minimum donation amount (SOL)');

/** What the server has of the account. */
export async function savedBy(page: Page, { token }: Account): Promise<Record<string, unknown>> {
  const reply = await page.request.get('/api/users/me', { headers: { authorization: `Bearer ${token}` } });
  return (await reply.json()) as Record<string, unknown>;
}

/** A page is told of what is saved, by itself as elsewhere, and then reads it anew: not this one. */
export async function hearNothing(page: Page): Promise<void> {
  await page.route('**/socket.io/**', (route) => route.fulfill({ status: 503 }));
}
