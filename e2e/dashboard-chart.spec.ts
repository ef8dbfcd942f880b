import { expect, type Page } from '@playwright/test';
import { withDays } from './chart-days.ts';
import { openAs, registerStreamer } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, test } from './watched-page.ts';

const server = forFile(startJourneyServer);

const chartOf = (page: Page) => page.getByRole('region', { name: 'Last 14 days' });

test('the chart is read by arrow keys, by pointer and as a table', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await withDays(page);
  await openAs(page, kat, `${server.url}/app`);
  const card = chartOf(page);
  const slider = card.getByRole('slider', { name: 'Day' });
  const words = card.locator('header p');
  await expect(words).toHaveText('Nov 21: 11.400000 SOL, 6 donations');
  await expect(slider).toHaveAttribute('aria-valuetext', 'November 21: 11.400000 SOL, 6 donations');

  await slider.focus();
  const days = { ArrowLeft: 'Nov 20', Home: 'Nov 8', PageUp: 'Nov 15', ArrowDown: 'Nov 14', End: 'Nov 21' };
  for (const [key, day] of Object.entries(days)) {
    await page.keyboard.press(key);
    await expect(words).toContainText(`${day}: `);
  }
  for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('ArrowLeft');
  await expect(words).toHaveText('Nov 11: 0.000000 SOL, no donations');
  await expect(slider).toHaveAttribute('aria-valuenow', '4');
  await slider.blur();
  await expect(words).toContainText('Nov 21: ');

  await slider.locator('.day').nth(6).hover();
  await expect(words).toHaveText('Nov 14: 17.600000 SOL, 9 donations');
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(words).toContainText('Nov 21: ');
  const heights = await slider
    .locator('.day > span')
    .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
  // The axis ends at 20.
  const plot = (await slider.boundingBox())?.height ?? 0;
  expect((heights[12] ?? 0) / plot).toBeCloseTo(0.95, 2);
  expect((heights[13] ?? 0) / plot).toBeCloseTo(0.57, 2);

  await card.getByRole('button', { name: 'Table' }).press('Enter');
  await expect(slider).toHaveCount(0);
  await expect(card.getByRole('row')).toHaveCount(15);
  await expect(card.getByRole('row').nth(1)).toHaveText('Nov 21611.400000 SOL');
  await expect(card.getByRole('row', { name: /Nov 11/ })).toContainText('0.000000 SOL');
  const table = card.getByRole('region', { name: 'Donations by day' });
  await table.press('End');
  await expect.poll(() => table.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
});

test('a chart of donations that were all in tokens says so, and not that there were none', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await withDays(page, 'tokens');
  await openAs(page, kat, `${server.url}/app`);
  const card = chartOf(page);
  await expect(card.locator('header p')).toHaveText('Nov 21: 0.000000 SOL, 6 donations');
  await expect(card.getByRole('slider')).toHaveText(
    'No SOL in these 14 days: every donation was in a token.',
  );
});

test('a chart that cannot be loaded takes nothing else away and can be tried again', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop, 500);
  let refused = 0;
  await page.route('**/api/donations/daily*', async (route) => {
    await route.fulfill({ status: 500, json: {} });
    refused += 1;
  });
  await openAs(page, kat, `${server.url}/app`);
  const card = chartOf(page);
  await expect(card.getByRole('alert')).toContainText('The chart could not be loaded.');
  await expect(page.locator('.stat').first().getByRole('definition')).toHaveText('0');
  // Everything is read once more when the live connection stands: only the press may succeed.
  await expect.poll(() => refused).toBeGreaterThan(1);
  await page.unroute('**/api/donations/daily*');
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByRole('slider')).toBeVisible();
});
