import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { callAs, openAs, registerStreamer, type Streamer } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { plantDonations } from './plant-donations.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

const server = forFile(startJourneyServer);

async function openList(page: Page, streamer: Streamer, query = ''): Promise<void> {
  await openAs(page, streamer, `${server.url}/app/donations${query}`);
  await expect(page.getByRole('heading', { name: 'Donations', level: 1 })).toBeVisible();
}

const rows = (page: Page) => page.locator('.dlist > li');
const line = (page: Page) => page.getByRole('status').filter({ hasText: /Showing|Filtered/ });
const tile = (page: Page, name: string) =>
  page.locator('.tiles > div').filter({ hasText: name }).locator('dd');
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

for (const { kind, count } of [
  { kind: 'a short list, kept by the page', count: 45 },
  { kind: 'a long list, served in pages', count: 600 },
]) {
  test(`${kind}: search, filter, sizes and pages`, async ({ openPage }) => {
    const kat = await registerStreamer(server.url);
    await plantDonations(server, kat, count);
    const page = await openPage(desktop);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/donations\/(my|search)/.test(request.url())) asked.push(new URL(request.url()).pathname);
    });
    await openList(page, kat);
    await expect(page.getByText(`${count} donations in total`)).toBeVisible();
    await expect(page.getByText(`Showing 1–20 of ${count} donations`)).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
    await expect(rows(page).first()).toContainText('Donor 1');
    await expect(tile(page, 'All')).toHaveText(String(count));
    await expect(tile(page, 'Received')).toHaveText(String(count / 5));
    // A long list is never read whole.
    await expect.poll(() => asked.includes('/api/donations/my')).toBe(count <= 500);

    const last = Math.ceil(count / 20);
    await pager(page).getByRole('button', { name: 'Next page' }).click();
    await expect(line(page)).toHaveText(`Showing 21–40 of ${count} donations`);
    await pager(page)
      .getByRole('button', { name: String(last), exact: true })
      .click();
    await expect(line(page)).toHaveText(`Showing ${(last - 1) * 20 + 1}–${count} of ${count} donations`);
    await expect(pager(page).getByRole('button', { name: 'Next page' })).toBeDisabled();
    await expect(page.getByRole('region', { name: 'Donations' })).toBeFocused();

    await page.getByLabel('Per page').selectOption('50');
    await expect(line(page)).toHaveText(`Showing 1–${Math.min(50, count)} of ${count} donations`);

    await page.getByLabel('Search donations').fill('mEssage number 12');
    const found = count > 500 ? 10 : 1;
    await expect(line(page)).toHaveText(new RegExp(`of ${found} donations.*Filtered from ${count} total`));
    await expect(rows(page).first()).toContainText('Message number 12');
    await expect(pager(page)).toHaveCount(0);
    await expect(tile(page, 'All')).toHaveText(String(count));

    await page.getByLabel('Search donations').fill('%');
    await expect(page.getByText('No donations match your current filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(rows(page)).toHaveCount(Math.min(50, count));
    await expect(page.getByLabel('Search donations')).toHaveValue('');

    await page.getByLabel('Status').selectOption('RECEIVED');
    await expect(line(page)).toHaveText(new RegExp(`of ${count / 5} donations`));
    await expect(rows(page).first()).toContainText('Donor 5');
    await rows(page).first().getByRole('button', { name: 'Mark as Shown' }).click();
    await expect(page.getByText('Donation marked as shown')).toBeVisible();
    await expect(tile(page, 'Received')).toHaveText(String(count / 5 - 1));
    await expect(rows(page).first()).toContainText('Donor 10');
  });
}

test('search, filter, page and size stay on reload, and back returns to the page before', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  await plantDonations(server, kat, 120);
  const page = await openPage(desktop);
  await openList(page, kat, '?search=donor+1&status=SHOWN&size=10&page=2');
  // Of 1–120, a 1 is in 1, 10–19, 100–120; each fifth was not shown.
  const before = /Showing 11–20 of 25 donations.*Filtered from 120 total/;
  await expect(line(page)).toHaveText(before);
  await expect(page.getByLabel('Search donations')).toHaveValue('donor 1');
  await expect(page.getByLabel('Status')).toHaveValue('SHOWN');
  await page.reload();
  await expect(line(page)).toHaveText(before);
  await pager(page).getByRole('button', { name: 'Next page' }).click();
  await expect(line(page)).toContainText('Showing 21–');
  await page.goBack();
  await expect(line(page)).toHaveText(before);
  await page.getByLabel('Search donations').fill('donor 11');
  await expect(page).toHaveURL(/search=donor\+11&status=SHOWN&size=10$/);
  await expect(line(page)).toContainText('Showing 1–');
  await openList(page, kat, '?page=99');
  await expect(page.getByText('No donations on this page.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
  await expect(line(page)).toHaveText('Showing 1–20 of 120 donations');
  await expect(page.getByRole('region', { name: 'Donations' })).toBeFocused();
});

test('on a slow line the last search wins, and what was shown stays until it is there', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  await plantDonations(server, kat, 520);
  const page = await openPage(desktop);
  await openList(page, kat);
  const isAsked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  await page.route(/search=Message\+number\+77/, async (route) => {
    isAsked.resolve();
    await mayAnswer.promise;
    await route.continue();
  });
  await page.getByLabel('Search donations').fill('Message number 77');
  await isAsked.promise;
  await expect(rows(page)).toHaveCount(20);
  await expect(page.getByRole('region', { name: 'Donations' })).toHaveAttribute('aria-busy', 'true');
  await expect(page.locator('.list-line')).toHaveText('Loading donations...');
  await page.getByLabel('Search donations').fill('Message number 88');
  await expect(rows(page).first()).toContainText('Message number 88');
  mayAnswer.resolve();
  await page.waitForLoadState('networkidle');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Message number 88');
  await expect(page.getByRole('region', { name: 'Donations' })).toHaveAttribute('aria-busy', 'false');
  await expect(line(page)).toHaveText('Showing 1–1 of 1 donationsFiltered from 520 total');
});

test('a streamer without donations is told so, and sees the first one come', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(phone);
  await openList(page, kat);
  await expect(page.getByText("You haven't received any donations yet.")).toBeVisible();
  await expect(page.getByText('0 donations in total')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
  const donation = { linkCode: kat.donationLink, donatorName: 'Zoë', message: 'hello' };
  await callAs(server.url, kat, 'POST', '/donations', donation);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Zoë');
});

test('a list that cannot be loaded says so and can be tried again', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  await plantDonations(server, kat, 3);
  const page = await openPage(desktop, 503);
  let refuse = true;
  // The live connection, which reads the list again when it opens, is never answered here.
  await page.route(/socket\.io/, () => undefined);
  await page.route(/donations\/(?:my|search)/, (route) =>
    refuse
      ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now.' } })
      : route.continue(),
  );
  await openList(page, kat);
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load donations' }).first()).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  refuse = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('all donations are saved as CSV, or those that the filter shows; a broken download is told', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  await plantDonations(server, kat, 30);
  await server.write(
    `update donations set donator_name = '=1+1', message = 'a "quoted", word' where address = '${kat.username}7'`,
  );
  const page = await openPage({ ...desktop, acceptDownloads: true }, 502);
  await openList(page, kat);
  const save = async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    return await saving;
  };
  const download = await save();
  await expect(page.getByText('Donations downloaded')).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^brava-donations-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const lines = text.split('\r\n');
  expect(lines).toHaveLength(32);
  expect(lines[0]).toMatch(/^\ufeffId,Created,Paid,Donor,Message,Status,Amount SOL,/);
  expect(lines[7]).toContain(
    `,'=1+1,"a ""quoted"", word",Shown,0.100000007,0.002000000,no,${kat.username}7,`,
  );

  await page.goto(`${server.url}/app/donations?search=quoted`);
  await expect(page.getByText('Filtered from 30 total')).toBeVisible();
  const filtered = await readFile(await (await save()).path(), 'utf8');
  expect(filtered.split('\r\n')).toHaveLength(3);

  await page.route(/donations\/export/, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to download donations' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
});
