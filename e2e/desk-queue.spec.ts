import { expect } from '@playwright/test';
import type { AlertDesk } from '#contract/alerts.ts';
import {
  callAs,
  donate,
  listOn,
  openAs,
  openOverlay,
  pressAtRest,
  registerStreamer,
  secretOn,
} from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

const obs = { viewport: { width: 400, height: 600 } };

test.describe.configure({ timeout: 120_000 });

const server = forFile(startJourneyServer);

/** A streamer whose queue is paused, with donations of these people in it. */
async function pausedQueue(...donors: string[]) {
  const kat = await registerStreamer(server.url);
  await callAs(server.url, kat, 'POST', '/alerts/pause', {});
  for (const [index, donor] of donors.entries()) {
    await donate(server.url, kat, donor, `from ${donor}`);
    // Of two that are paid in the same block either may be recorded first.
    await expect
      .poll(async () => (await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts')).counts.next)
      .toBe(index + 1);
  }
  return kat;
}

test('while paused, Play one shows the next alert and the queue stays paused', async ({ openPage }) => {
  const kat = await pausedQueue('Ada', 'Ben');
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const overlay = await openPage(obs);
  const link = await secretOn(page, /\/widget\/[\w-]+$/);
  await openOverlay(overlay, link);
  const next = listOn(page, /^Next/);
  await expect(next.getByRole('listitem')).toHaveCount(2);
  await expect(overlay.locator('article')).toHaveCount(0);
  await next.getByRole('button', { name: 'Play the next one, and stay paused' }).click();
  await expect(overlay.locator('article')).toContainText('from Ada');
  await expect(next.getByRole('listitem')).toHaveCount(1);
  await expect(overlay.locator('article')).toHaveCount(0, { timeout: 20_000 });
  await expect(next.getByRole('listitem')).toContainText('from Ben');
  await expect(page.getByRole('button', { name: 'Resume alerts' })).toBeVisible();
  await page.getByRole('button', { name: 'Resume alerts' }).click();
  await expect(overlay.locator('article')).toContainText('from Ben');
});

test('in the dock, N lets one out that waits for an overlay, and says so', async ({ openPage }) => {
  const kat = await pausedQueue('Ada', 'Ben');
  const page = await openPage({ viewport: { width: 300, height: 700 } });
  await openAs(page, kat, `${server.url}/dock`);
  const next = listOn(page, /^Next/);
  await expect(next.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('n');
  await expect(page.getByText('It waits for your overlay')).toBeVisible();
  await expect(next.getByRole('listitem').first()).toContainText('Goes out next');
  const one = next.getByRole('button', { name: 'Play the next one, and stay paused' });
  await expect(one).toHaveAttribute('aria-disabled', 'true');
  await callAs(server.url, kat, 'POST', '/alerts/resume', {});
  await expect(one).toHaveCount(0);
});

test('Clear puts all that waits into the tray, and Undo puts it back in its order, by keyboard too', async ({
  openPage,
}) => {
  const kat = await pausedQueue('Ada', 'Ben', 'Cleo');
  const page = await openPage(phone);
  await openAs(page, kat, `${server.url}/dock`);
  const [next, tray] = [listOn(page, /^Next/), listOn(page, /^Tray/)];
  await expect(next.getByRole('listitem')).toHaveCount(3);
  await next.getByRole('button', { name: 'Clear the queue' }).focus();
  await page.keyboard.press('Enter');
  await expect(next).toHaveCount(0);
  await expect(tray.getByText('3 cleared, wait here')).toBeVisible();
  await expect(tray.getByRole('listitem')).toHaveCount(3);
  await expect(tray.getByRole('heading')).toBeFocused();
  // A row that has just moved takes no press.
  await expect(async () => {
    await pressAtRest(tray.getByRole('button', { name: 'Play the alert of Ben' }));
    await expect(tray.getByText('2 cleared, wait here')).toBeVisible({ timeout: 2000 });
  }).toPass();

  // Somebody else sees it too, and may take it back.
  const other = await openPage(desktop);
  await openAs(other, kat, `${server.url}/app`);
  await listOn(other, /^Tray/).getByRole('button', { name: 'Put back what was cleared' }).click();
  await expect(tray).toHaveCount(0);
  await expect(next.getByRole('listitem')).toContainText(['from Ben', 'from Ada', 'from Cleo']);
});
