import { expect, type Page } from '@playwright/test';
import { deletedStreamer } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import {
  createDonation,
  inSeconds,
  pay,
  tellOfDonation,
  test,
  toastOf,
  untilReceived,
} from './donate-journey.ts';
import { changeAlertSettings, refuse } from './streamer-account.ts';
import { desktop, phone } from './watched-page.ts';
import { stopClock } from './toast-time.ts';

const status = (page: Page) => page.locator('.status > .pill');
const inWallet = (page: Page) => page.getByRole('link', { name: 'Open in Wallet' });
const code = (page: Page) => page.getByRole('img', { name: 'QR code of the payment' });

test('failed: said once, nothing left to pay with, and the polling has ended', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(desktop);
  const { id, path } = await createDonation(page, streamer.donationLink);
  await tellOfDonation(page, id, {});
  await page.goto(path);
  await expect(status(page)).toHaveText('Waiting for payment');
  await tellOfDonation(page, id, { status: 'FAILED' });
  await expect(toastOf(page, 'Donation failed. Please try again.')).toBeVisible();
  await expect(status(page)).toHaveText('Failed');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Donation Failed');
  await expect(page.getByText('Donation Created!')).toHaveCount(0);
  await expect(page.getByText('The payment was taken back by the chain.')).toBeVisible();
  await expect(code(page)).toHaveCount(0);
  await expect(inWallet(page)).toHaveCount(0);
  await expect(page.getByText('Checking...')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Create New Donation' })).toBeVisible();
});

test('after a failed payment who wrote the words finds them in the form again, and nobody else', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  await page.goto(`/donate/${streamer.donationLink}`);
  await page.getByLabel('Name').fill('Zoë');
  await page.getByLabel('Message').fill('Good luck!');
  await page.getByRole('button', { name: 'Create Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation Created!' })).toBeVisible();
  const stranger = await openDonor(phone);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await tellOfDonation(stranger, id, { status: 'FAILED' });
  await stranger.goto(page.url());
  await tellOfDonation(page, id, { status: 'FAILED' });
  for (const [shown, name, message] of [
    [page, 'Zoë', 'Good luck!'],
    [stranger, '', ''],
  ] as const) {
    await expect(shown.getByRole('heading', { name: 'Donation Failed' })).toBeVisible();
    await shown.getByRole('link', { name: 'Create New Donation' }).click();
    await expect(shown.getByLabel('Name')).toHaveValue(name);
    await expect(shown.getByLabel('Message')).toHaveValue(message);
  }
});

test('success tells of both transfers and the stream, with links to the explorer', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(desktop);
  const { id, path } = await createDonation(page, streamer.donationLink);
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    const known = (await response.json()) as object;
    await route.fulfill({ response, json: { ...known, explorerUrl: 'https://explorer.solana.com' } });
  });
  const onStream = { waitsFor: null, clip: 'plays', clipMinimumAmount: null } as const;
  const received = {
    status: 'RECEIVED',
    amount: 0.25,
    mediaUrl: '/clips/none',
    hasAudio: true,
    onStream,
  } as const;
  const paid = { ...received, paymentSignatures: ['PaidByTheDonor'] };
  await tellOfDonation(page, id, paid);
  await page.goto(path);
  await expect(page.getByText('Your donation of 0.250000 SOL has been received!')).toBeVisible();
  await expect(
    page.getByText('Your custom audio will play on the stream! It will appear on the stream shortly.'),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'On stream' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  const link = (name: string) => page.getByRole('link', { name });
  await expect(link('Paid…onor')).toHaveAttribute(
    'href',
    'https://explorer.solana.com/tx/PaidByTheDonor?cluster=devnet',
  );
  await expect(page.getByText('Not yet')).toHaveCount(2);
  await tellOfDonation(page, id, { ...paid, status: 'SHOWN' });
  await page.reload();
  await expect(page.getByText('Passed on to')).toBeVisible();
  // Its alert has ended without being shown: nothing is promised.
  await expect(page.getByText('Shown on stream')).toHaveCount(0);
  const shown = {
    status: 'TRANSFERRED',
    shownOnStreamAt: inSeconds(0),
    transferSignature: 'PassedToStreamer',
  } as const;
  await tellOfDonation(page, id, { ...paid, ...shown });
  await page.reload();
  await expect(link('Pass…amer')).toHaveAttribute('href', /\/tx\/PassedToStreamer\?cluster=devnet$/);
  await expect(page.getByText('It was shown on the stream.')).toBeVisible();
  await page.getByRole('link', { name: 'Send another donation' }).click();
  await expect(page.getByRole('button', { name: 'Create Donation' })).toBeVisible();
  // Whoever was sent the address of a donation is not its donor.
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('a donation that came in parts says what each of them was', async ({ openDonor, streamer }) => {
  const page = await openDonor(phone);
  const { id, path } = await createDonation(page, streamer.donationLink);
  const paid = page.locator('.tx dt').filter({ hasText: 'Paid by you' });
  await pay(page, id, 0.0012);
  await page.goto(path);
  await expect(page.getByText('0.001200 SOL arrived.')).toBeVisible();
  await pay(page, id);
  await expect(paid).toHaveText(['Paid by you 0.001200 SOL', 'Paid by you 0.000800 SOL']);
});

test('a donation that waits for approval says so on a page that was never at the form, and hears of the approval', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  await changeAlertSettings(page.request, streamer, { approveFirst: true });
  const { id, path } = await createDonation(page, streamer.donationLink);
  await pay(page, id);
  await untilReceived(page, id);
  await page.goto(path);
  const waits = page.getByText('It is looked at first, and appears on the stream once it is approved.');
  await expect(waits).toBeVisible();
  await expect(page.getByText('shortly', { exact: false })).toHaveCount(0);
  const headers = { authorization: `Bearer ${streamer.token}` };
  const desk = (await (await page.request.get('/api/alerts', { headers })).json()) as RouteReply<'alertDesk'>;
  const approved = await page.request.post(`/api/alerts/${desk.toApprove[0]?.id}/approve`, {
    headers,
    data: {},
  });
  expect(approved.status()).toBe(200);
  await expect(page.getByText('It will appear on the stream shortly.')).toBeVisible();
  await expect(waits).toHaveCount(0);
});

test('a donation that does not exist says so; one that could not be loaded is tried again, on demand and by itself', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, /status of (?:404|502)/);
  for (const nobodys of ['00000000-0000-4000-8000-000000000000', 'x'.repeat(65)]) {
    await page.goto(`/donate/${streamer.donationLink}/${nobodys}`);
    await expect(page.getByRole('heading', { name: 'Donation Not Found' })).toBeVisible();
  }
  const { id, path } = await createDonation(page, streamer.donationLink);
  await refuse(page, `/donations/public/${id}`, 502, null);
  await page.goto(path);
  await expect(page.getByText('The donation could not be loaded.', { exact: false })).toBeVisible();
  await expect(page.getByText('This page tries again by itself.', { exact: false })).toBeVisible();
  const asked = page.waitForRequest(`**/api/donations/public/${id}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await page.unrouteAll();
  await expect(page.getByText('Waiting for payment')).toBeVisible();
});

test('what failed stays to be seen while it is tried again, ever more rarely; what is not there is asked for once', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, /status of (?:404|503)|net::ERR_/);
  await page.clock.install();
  const { id, path } = await createDonation(page, streamer.donationLink);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const countOf = (wanted: string) => asked.filter((url) => url.endsWith(`/public/${wanted}`)).length;
  const failed = page.getByRole('heading', { name: 'Donation Not Loaded' });
  const again = page.getByRole('button', { name: 'Try again' });
  await refuse(page, `/donations/public/${id}`, 503, null);
  await page.goto(path);
  await expect(failed).toBeVisible();
  const atFirst = countOf(id);
  await stopClock(page);
  const second = page.waitForResponse(`**/donations/public/${id}`);
  await page.clock.fastForward(5000);
  await (await second).finished();
  await again.focus();
  await page.clock.fastForward(5000);
  await expect(failed).toBeVisible();
  expect(countOf(id)).toBe(atFirst + 1);
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api/donations/public/${id}`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  const third = page.waitForRequest(`**/donations/public/${id}`);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await third;
  await expect(failed).toBeVisible();
  await page.clock.resume();
  answer.resolve();
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  // The button that had the focus has gone.
  await expect(page.getByRole('heading', { name: 'Donation Created!' })).toBeFocused();

  const nobodys = '00000000-0000-4000-8000-000000000000';
  await page.goto(path.replace(id, nobodys));
  await expect(page.getByRole('heading', { name: 'Donation Not Found' })).toBeVisible();
  const before = countOf(nobodys);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await page.clock.fastForward('10:00');
  await page.getByRole('link', { name: 'Create New Donation' }).click();
  await expect(page.getByLabel('Name')).toBeVisible();
  expect(countOf(nobodys)).toBe(before);
});

test('where the streamer’s account is deleted, the page says so in its own language', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor({ ...phone, locale: 'es-ES' });
  const { id, path } = await createDonation(page, streamer.donationLink);
  await tellOfDonation(page, id, { status: 'TRANSFERRED', amount: 0.01, streamerName: deletedStreamer });
  await page.goto(path);
  await expect(page.getByText('Entregado a una cuenta borrada')).toBeVisible();
});
