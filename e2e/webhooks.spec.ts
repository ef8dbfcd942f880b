import { expect, type Page } from '@playwright/test';
import { Webhook as Verifier } from 'standardwebhooks';
import { type Receiver, startReceiver } from '#server/test/stand-ins/webhook-receiver.ts';
import { axeViolationsAsShown } from './axe-violations.ts';
import { donate, openAs, registerStreamer, secretOn, type Streamer } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

const server = forFile(startJourneyServer);
let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Lets the first change at this path arrive and loses its answer. */
async function loseOneAnswer(page: Page, path: string): Promise<void> {
  let isLost = false;
  await page.route(`**/api${path}`, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue();
    isLost = true;
    await route.fetch();
    return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
  });
}

async function addWebhook(page: Page, kat: Streamer): Promise<void> {
  await openAs(page, kat, `${server.url}/app/webhooks`);
  await expect(page.getByText('There are none yet.')).toBeVisible();
  await button(page, 'Add webhook').click();
  await page.getByLabel('URL').fill('https://169.254.169.254/');
  await button(page, 'Save webhook').click();
  await expect(page.getByText(/go to public https addresses only/)).toBeVisible();
  await page.getByLabel('URL').fill(receiver.url);
  await button(page, 'Save webhook').click();
  await expect(page.getByRole('region', { name: receiver.url })).toBeVisible();
}

test('a streamer adds a webhook, tries it, takes its secret, and sees what a donation sent', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage({ ...desktop, bypassCSP: true }, 400);
  await addWebhook(page, kat);

  receiver.answer((response) => response.writeHead(500).end());
  await button(page, /^Send test/).click();
  await expect(page.getByRole('status').filter({ hasText: 'has not arrived' })).toContainText('500');
  receiver.answer((response) => response.end());
  await button(page, /^Send test/).click();
  await expect(page.getByRole('status').filter({ hasText: 'The test has arrived: 200' })).toBeVisible();

  await button(page, /^Show secret/).click();
  const secret = await page.getByText(/^whsec_/).innerText();
  await donate(server.url, kat, 'Ann', 'brava!');
  await expect
    .poll(() => receiver.received.map(({ message }) => message.type))
    .toContain('donation.received');
  const told = receiver.received.find(({ message }) => message.type === 'donation.received');
  if (told === undefined) throw new Error('The event was received.');
  new Verifier(secret).verify(told.body, told.headers as Record<string, string>);

  await button(page, /^Replace secret/).click();
  await button(page, 'Replace it').click();
  await expect(page.getByText(/signs too until/)).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);

  await button(page, /^Show deliveries/).click();
  const deliveries = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  const row = deliveries.filter({ hasText: 'donation.received' });
  await expect(row.getByText('Delivered')).toBeVisible();
  await row.getByText('Message', { exact: true }).first().click();
  await expect(row.getByText('"donatorName": "Ann"')).toBeVisible();
  expect(await axeViolationsAsShown(page)).toEqual([]);
  const sent = () => receiver.received.filter(({ id }) => id === told.id).length;
  const before = sent();
  await row.getByRole('button', { name: /^Redeliver/ }).click();
  await expect.poll(sent).toBe(before + 1);
});

test('what is changed while a webhook is being saved stays in its dialog, and is saved by the next press', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/webhooks`);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/webhooks', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  await button(page, 'Add webhook').click();
  await page.getByLabel('URL').fill(receiver.url);
  await button(page, 'Save webhook').click();
  await expect(button(page, 'Saving...')).toBeVisible();
  await page.getByLabel('its alert is settled').uncheck();
  held.resolve();
  const dialog = page.getByRole('dialog', { name: 'Edit webhook' });
  await expect(dialog.getByLabel('its alert is settled')).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Save webhook' }).click();
  await expect(dialog).toHaveCount(0);
  const card = page.getByRole('region', { name: receiver.url });
  await expect(card).toHaveCount(1);
  await expect(card).not.toContainText('its alert is settled');
});

test('on a phone a webhook is edited, switched off and on, and deleted; the settings lead to it', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage({ ...phone, bypassCSP: true }, 400);
  await addWebhook(page, kat);
  await button(page, /^Edit/).click();
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  await button(page, 'Save webhook').click();
  await expect(page.getByText('Please choose at least one event')).toBeVisible();
  await page.getByRole('checkbox', { name: 'a donation is received' }).check();
  await button(page, 'Save webhook').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('a donation is received', { exact: true })).toBeVisible();

  await button(page, /^Switch off/).click();
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
  await button(page, /^Switch on/).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();
  expect(await axeViolationsAsShown(page)).toEqual([]);

  await page.goto(`${server.url}/app/settings`);
  await expect(page.getByText('1 webhook', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Manage webhooks' }).click();
  await button(page, /^Delete/).press('Enter');
  await button(page, 'Delete it').press('Enter');
  await expect(page.getByText('There are none yet.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Webhooks' })).toBeFocused();
});

test('whoever is asked about a webhook that is deleted elsewhere meanwhile goes on in the list', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const [page, elsewhere] = [await openPage(desktop), await openPage(desktop, 400)];
  await addWebhook(elsewhere, kat);
  await page.clock.install();
  await openAs(page, kat, `${server.url}/app/webhooks`);
  await button(page, /^Delete/).press('Enter');
  await expect(button(page, 'Delete it')).toBeVisible();
  await button(elsewhere, /^Delete/).press('Enter');
  await button(elsewhere, 'Delete it').press('Enter');
  await expect(elsewhere.getByText('There are none yet.')).toBeVisible();
  // Back on the page its list is read anew.
  await page.clock.fastForward('01:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByText('There are none yet.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Webhooks' })).toBeFocused();
});

test('a token is given what was chosen, and opens that', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop, 502);
  await openAs(page, kat, `${server.url}/app/settings`);
  await button(page, 'New API token').click();
  await page.getByLabel('What is it for?').fill('Books');
  await page.getByRole('checkbox', { name: 'control alerts' }).uncheck();
  await button(page, 'Make the token').click();
  await expect(page.getByText('Please choose what the token may open')).toBeVisible();
  await page.getByRole('checkbox', { name: /^read donations/ }).check();
  await page.getByRole('checkbox', { name: /^manage webhooks/ }).check();
  await loseOneAnswer(page, '/access-tokens');
  await button(page, 'Make the token').click();
  await expect(page.getByText('It may have been added: look at the list.')).toBeVisible();
  await expect(page.getByText(/^Donations, Webhooks/)).toHaveCount(1);
  await button(page, 'Make the token').click();
  const token = await secretOn(page, /^brava_api_/);
  await expect(page.getByText('Link for a dock in OBS')).toHaveCount(0);
  const status = async (path: string) =>
    (await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await status('/donations/my'), await status('/webhooks'), await status('/alerts')]).toEqual([
    200, 200, 403,
  ]);
  await button(page, 'Done').click();
  await expect(page.getByText(/^Donations, Webhooks/)).toHaveCount(2);
});
