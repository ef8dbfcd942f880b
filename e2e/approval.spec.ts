import { expect } from '@playwright/test';
import { donate, openAs, registerStreamer, withApproval } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

const server = forFile(startJourneyServer);

test('a streamer has links held, reads why on the desk, and what nobody decides about may end its waiting', async ({
  openPage,
}) => {
  const page = await openPage(phone);
  const kat = await registerStreamer(server.url);
  await openAs(page, kat, `${server.url}/app/settings`);
  const holds = page.getByRole('group', { name: 'Hold for approval' });
  await holds.getByLabel('Links').check();
  await page.getByLabel('When nobody decides').selectOption('Show it without its text after 5 minutes');
  const approveFirst = page.getByRole('switch', { name: 'Approve every alert first' });
  await approveFirst.check();
  await expect(holds).toHaveCount(0);
  await approveFirst.uncheck();
  await page.getByRole('button', { name: 'Save alert settings' }).click();
  await expect(page.getByText('Settings updated successfully')).toBeVisible();
  await page.reload();
  await expect(holds.getByLabel('Links')).toBeChecked();
  await expect(holds.getByLabel('Clips')).not.toBeChecked();
  await expect(page.getByLabel('When nobody decides')).toHaveValue('5');

  await donate(server.url, kat, 'Linus', 'look at example dot com');
  await donate(server.url, kat, 'Plain', 'I gave 3.50');
  await page.goto(`${server.url}/app`);
  const toApprove = page.locator('.qi.hold');
  await expect(toApprove).toHaveCount(1);
  await expect(toApprove).toContainText('Linus');
  await expect(toApprove.getByText('Link', { exact: true })).toBeVisible();
});

test('where every donation is approved first its donor reads so before paying, while paying and afterwards', async ({
  openPage,
}) => {
  const page = await openPage(phone);
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  await page.goto(`${server.url}/donate/${kat.donationLink}`);
  await expect(
    page.getByText(/The streamer looks first: your name and message appear on stream once they are approved/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Create Donation' }).click();
  await expect(
    page.getByText(
      /The streamer looks first: your name and message appear on the stream once they are approved/,
    ),
  ).toBeVisible();
  await expect(page.getByText('once confirmed')).toHaveCount(0);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.request.post(`${server.url}/api/sandbox/pay`, { data: { donationId: id } });
  await expect(
    page.getByText('It is looked at first, and appears on the stream once it is approved.'),
  ).toBeVisible();
  await expect(page.getByText('once confirmed')).toHaveCount(0);
});

test('a new streamer turns the word filter on with one press, and is not asked again', async ({
  openPage,
}) => {
  const page = await openPage(desktop);
  const kat = await registerStreamer(server.url);
  await openAs(page, kat, `${server.url}/app`);
  const turnOn = page.getByRole('button', { name: 'Turn on word filter' });
  await turnOn.click();
  await expect(page.getByText('The word filter is on. Its lists are in Settings.')).toBeVisible();
  await expect(turnOn).toHaveCount(0);
  await page.goto(`${server.url}/app/settings`);
  await expect(page.getByLabel('English')).toBeChecked();
  await page.goto(`${server.url}/app`);
  await expect(page.getByRole('heading', { name: 'Get ready for your first donation' })).toBeVisible();
  await expect(turnOn).toHaveCount(0);
});
