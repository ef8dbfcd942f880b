import { expect, type Page } from '@playwright/test';
import {
  createDonation,
  inSeconds,
  noNetwork,
  pay,
  shutSocket,
  tellOfDonation,
  test,
  toastOf,
  untilReceived,
  withoutServerClock,
} from './donate-journey.ts';
import { refuse } from './streamer-account.ts';
import { desktop, phone } from './watched-page.ts';

const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank You!' });
const status = (page: Page) => page.locator('.status > .pill');
const inWallet = (page: Page) => page.getByRole('link', { name: 'Open in Wallet' });
const code = (page: Page) => page.getByRole('img', { name: 'QR code of the payment' });

async function topOf(page: Page, what: ReturnType<Page['locator']>): Promise<number> {
  const box = await what.boundingBox();
  if (box === null) throw new Error(`What is looked for is not to be seen on ${page.url()}.`);
  return box.y;
}

/** How far down the page is scrolled as it first shows an element that is still to come. */
async function scrolledAsItComes(page: Page, selector: string): Promise<number> {
  return await page.evaluate(
    (awaited) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector(awaited) === null) requestAnimationFrame(look);
          else resolve(scrollY);
        };
        look();
      }),
    selector,
  );
}

/** Pairs of elements whose words overlap; their boxes may be apart all the same. */
async function listOverlaps(page: Page, selector: string): Promise<string[]> {
  return await page.locator(selector).evaluateAll((elements) => {
    const boxes = elements.map((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return { text: element.textContent, box: words.getBoundingClientRect() };
    });
    return boxes.flatMap(({ text, box: a }, index) =>
      boxes
        .slice(index + 1)
        .filter(({ box: b }) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((other) => `${text} / ${other.text}`),
    );
  });
}

test('everything to pay with is there: wallet first on a phone, the code first on a desktop', async ({
  openDonor,
  streamer,
}) => {
  const onPhone = await openDonor({ ...phone, permissions: ['clipboard-read', 'clipboard-write'] });
  const { path } = await createDonation(onPhone, streamer.donationLink, {
    donatorName: 'שלום 🌻',
    message: 'مرحبا',
  });
  await onPhone.goto(path);
  for (const words of [
    'Waiting for payment',
    'Minimum amount',
    'Scan with your Solana wallet',
    'Wallet Address',
    'This is the Solana Devnet.',
    'This address is valid only 10 minutes.',
  ]) {
    await expect(onPhone.getByText(words, { exact: true })).toBeVisible();
  }
  await expect(onPhone.getByText('Use devnet SOL for testing.', { exact: false })).toBeVisible();
  await expect(onPhone.getByText('The donation appears on the stream once confirmed.')).toBeVisible();
  await expect(onPhone.getByRole('timer')).toHaveText(/^(?:10:00|9:5\d) left$/);
  await expect(onPhone.getByRole('listitem', { name: '' }).filter({ hasText: /^Waiting$/ })).toHaveAttribute(
    'aria-current',
    'step',
  );
  const address = await onPhone.locator('.copyline .value').innerText();
  await expect(inWallet(onPhone)).toHaveAttribute('href', `solana:${address}?amount=0.002&label=Donation`);
  await expect(onPhone.locator('.copyline .four')).toHaveText(address.match(/.{1,4}/g) ?? []);
  await expect(code(onPhone)).toBeVisible();
  expect(await topOf(onPhone, inWallet(onPhone))).toBeLessThan(await topOf(onPhone, code(onPhone)));

  await onPhone.getByRole('button', { name: 'Copy Address' }).click();
  await expect(toastOf(onPhone, 'Address copied!').first()).toBeVisible();
  expect(await onPhone.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await onPhone.getByRole('button', { name: 'Copy wallet address' }).click();
  await expect(toastOf(onPhone, 'Wallet address copied!')).toBeVisible();
  const small = await onPhone
    .locator('button:visible, a.btn:visible, input:visible')
    .evaluateAll((targets) =>
      targets
        .filter((target) => target.getBoundingClientRect().height < 44)
        .map((target) => target.outerHTML),
    );
  expect(small).toEqual([]);

  const onDesktop = await openDonor(desktop);
  await onDesktop.goto(path);
  await expect(code(onDesktop)).toBeVisible();
  const [qr, wallet, note] = await Promise.all(
    [code(onDesktop), inWallet(onDesktop), onDesktop.getByText('This is the Solana Devnet.')].map((what) =>
      what.boundingBox(),
    ),
  );
  expect(qr?.width).toBe(200);
  expect((qr?.x ?? 0) + 200).toBeLessThan(wallet?.x ?? 0);
  expect((qr?.x ?? 0) + 200).toBeLessThan(note?.x ?? 0);
  await expect(onDesktop.getByText('שלום 🌻')).toHaveCSS('direction', 'rtl');
  await expect(onDesktop.getByText('مرحبا')).toHaveCSS('direction', 'rtl');
  await expect(onDesktop.getByText(`It goes to ${streamer.username}`).first()).toBeVisible();
  await expect(onDesktop.getByText('Late or too little?').first()).toBeVisible();
});

test('no network is named before the server has said which, and a call that failed is made again', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, /status of 503/);
  const { path } = await createDonation(page, streamer.donationLink);
  let isAway = true;
  await page.route('**/api/config', async (route) => {
    if (isAway)
      return await route.fulfill({ status: 503, json: { message: 'Not now.', code: 'unavailable' } });
    const response = await route.fetch();
    const known = (await response.json()) as object;
    const mainnet = { network: 'mainnet', networkLabel: 'Solana Mainnet', sandbox: false };
    await route.fulfill({ response, json: { ...known, ...mainnet } });
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const heading = page.getByRole('heading', { name: 'Donation Created!' });
  await expect(heading).toBeVisible();
  await expect(page.getByText(/devnet|mainnet|real SOL/i)).toHaveCount(0);
  const before = await topOf(page, heading);
  isAway = false;
  await expect(page.getByText('Solana Mainnet', { exact: true })).toBeVisible();
  await expect(page.getByText('You pay with real SOL.')).toBeVisible();
  await expect(page.getByText(/devnet/i)).toHaveCount(0);
  expect(await topOf(page, heading)).toBe(before);
});

test('without a connection the faucet is not blamed, and pays once there is one', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, noNetwork);
  const { path } = await createDonation(page, streamer.donationLink);
  await page.goto(path);
  const faucet = page.getByRole('button', { name: 'Pay from the sandbox faucet' });
  await expect(faucet).toBeVisible();
  await page.context().setOffline(true);
  await faucet.click();
  await expect(toastOf(page, 'The server cannot be reached. Please check your connection')).toBeVisible();
  await page.context().setOffline(false);
  await faucet.click();
  await expect(thanks(page)).toBeVisible();
});

test('a double tap on the faucet pays once', async ({ openDonor, streamer }) => {
  const page = await openDonor(phone);
  const payments: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/sandbox/pay')) payments.push(request.url());
  });
  const { path } = await createDonation(page, streamer.donationLink);
  await page.goto(path);
  const faucet = page.getByRole('button', { name: 'Pay from the sandbox faucet' });
  // Two taps before the button is drawn anew.
  await faucet.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(thanks(page)).toBeVisible();
  expect(payments).toHaveLength(1);
});

test('where nothing can be copied, a press says so and keeps the focus', async ({ openDonor, streamer }) => {
  const page = await openDonor(phone);
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
    Document.prototype.execCommand = () => {
      throw new DOMException('Not supported.', 'NotSupportedError');
    };
  });
  const { path } = await createDonation(page, streamer.donationLink);
  await page.goto(path);
  const copy = page.getByRole('button', { name: 'Copy Address' });
  await copy.click();
  await expect(toastOf(page, 'Failed to copy to clipboard')).toBeVisible();
  await expect(copy).toBeFocused();
});

test('until when the address is valid stands in the donor’s own time, and what the wallet adds below the amount', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor({ ...phone, timezoneId: 'Asia/Tokyo' });
  const { id, path } = await createDonation(page, streamer.donationLink, { message: 'Good luck' });
  await shutSocket(page);
  await withoutServerClock(page);
  await tellOfDonation(page, id, { expiresAt: new Date(Date.now() + 500_000).toISOString() });
  const [told] = await Promise.all([page.waitForResponse(`**/api/donations/public/${id}`), page.goto(path)]);
  const { expiresAt } = (await told.json()) as { expiresAt: string };
  const inTokyo = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Asia/Tokyo',
    hour: 'numeric',
    minute: '2-digit',
  });
  await expect(page.getByText(`until ${inTokyo.format(new Date(expiresAt))}`)).toBeVisible();
  await expect(page.getByText('Plus about 0.000005 SOL of network fee')).toBeVisible();
  // What was written, for whoever comes back to it on a phone.
  await expect(page.getByText('Good luck')).toBeVisible();
  expect(await topOf(page, page.getByText('Good luck'))).toBeGreaterThan(await topOf(page, code(page)));
});

test('a wallet that does not open is noticed, and no button moves for what is said meanwhile', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, noNetwork);
  const { id, path } = await createDonation(page, streamer.donationLink);
  await page.goto(path);
  await expect(page.getByText('Use devnet SOL for testing.', { exact: false })).toBeVisible();
  const buttons = page.locator('.paying .acts .btn');
  const tops = () => buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  const before = await tops();
  expect(before).toHaveLength(3);
  await pay(page, id, 0.0015);
  await expect(page.getByText('0.001500 SOL arrived.')).toBeVisible();
  expect(await tops()).toEqual(before);
  await inWallet(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'No wallet opened?' })).toContainText(
    'Copy the address into your wallet, or scan the code',
  );
  expect(await tops()).toEqual(before);
  await page.context().setOffline(true);
  await expect(page.getByText('Not connected.')).toBeVisible();
  expect(await tops()).toEqual(before);
});

test('a wallet that opens, and takes the page away, is not said to be missing', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  await page.clock.install();
  const { path } = await createDonation(page, streamer.donationLink);
  await page.goto(path);
  await inWallet(page).click();
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await page.clock.runFor(5000);
  await expect(page.getByText('No wallet opened?')).toHaveCount(0);
  await inWallet(page).click();
  await page.clock.runFor(5000);
  await expect(page.getByText('No wallet opened?')).toBeVisible();
});

test('too little stays waiting and says what is missing; with the rest it is received', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  const { id, path } = await createDonation(page, streamer.donationLink);
  await page.goto(path);
  await expect(status(page)).toHaveText('Waiting for payment');
  await pay(page, id, 0.0015);
  await expect(page.getByText('0.001500 SOL arrived.')).toBeVisible();
  const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
  await expect(steps).toHaveText(['Waiting (done)', 'Seen', 'Confirmed', 'On stream']);
  await expect(
    page.getByText('0.000500 SOL is still missing to reach the minimum of 0.002000 SOL.', { exact: false }),
  ).toBeVisible();
  await expect(status(page)).toHaveText('Waiting for payment');
  await expect(inWallet(page)).toHaveAttribute('href', /amount=0\.0005&/);
  await inWallet(page).focus();
  await pay(page, id, 0.5);
  await expect(toastOf(page, 'Donation received! 0.501500 SOL')).toBeVisible();
  await expect(thanks(page)).toBeFocused();
  await expect(page.getByText('Your donation of 0.501500 SOL has been received!')).toBeVisible();
  await expect(page.getByText('It will appear on the stream shortly.')).toBeVisible();
  await page.reload();
  await expect(thanks(page)).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
});

test('a part that is short by less than is shown of amounts is asked for to the last lamport', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor({ ...phone, viewport: { width: 320, height: 640 } });
  const { id, path } = await createDonation(page, streamer.donationLink);
  await page.goto(path);
  await pay(page, id, 0.001999877);
  await expect(page.getByText('0.001999877 SOL arrived.')).toBeVisible();
  await expect(page.getByText('0.000000123 SOL is still missing', { exact: false })).toBeVisible();
  const figure = page.locator('.paying .amount').first();
  await expect(figure).toHaveText('0.000000123 SOL');
  expect(await figure.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(inWallet(page)).toHaveAttribute('href', /amount=0\.000000123&/);
  await pay(page, id, 0.000000123);
  await expect(thanks(page)).toBeVisible();
  await expect(page.locator('.tx dt').filter({ hasText: 'Paid by you' })).toHaveText([
    'Paid by you 0.001999877 SOL',
    'Paid by you 0.000000123 SOL',
  ]);
});

test('after a part of a chosen amount the figure, the link and the sentence say the same; what was chosen is named as such', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  const { id, path } = await createDonation(page, streamer.donationLink, { askedAmount: 0.25 });
  await page.goto(path);
  const figure = page.locator('.paying .amount').first();
  await expect(page.getByText('Your amount', { exact: true })).toBeVisible();
  await expect(figure).toHaveText('0.250000 SOL');
  await pay(page, id, 0.0015);
  await expect(page.getByText('0.000500 SOL is still missing', { exact: false })).toBeVisible();
  await expect(inWallet(page)).toHaveAttribute('href', /amount=0\.0005&/);
  await expect(page.getByText('Still to pay', { exact: true })).toBeVisible();
  await expect(figure).toHaveText('0.000500 SOL');
  await expect(page.getByText('Your amount', { exact: true })).toHaveCount(0);
  await expect(page.locator('.paying .least')).toHaveText(/^Minimum amount\s*0\.002000\sSOL$/);
  const note = page.locator('.note').filter({ hasText: '0.001500 SOL arrived.' });
  await expect(note).toContainText('You chose 0.250000 SOL.');
});

test('on a small phone the labels of the steps and the minimum stand clear of what is beside them', async ({
  openDonor,
  streamer,
}) => {
  for (const locale of ['en-US', 'es-MX']) {
    const page = await openDonor({ ...phone, viewport: { width: 320, height: 640 }, locale });
    await page.goto(`/donate/${streamer.donationLink}`);
    await expect(page.locator('.minrow')).toBeVisible();
    expect(await listOverlaps(page, '.minrow > *')).toEqual([]);
    const { path } = await createDonation(page, streamer.donationLink);
    await page.goto(path);
    await expect(page.locator('.meter')).toBeVisible();
    expect(await listOverlaps(page, '.meter > li')).toEqual([]);
  }
});

for (const [whose, body] of [
  ['a proxy', null],
  ['a server without its database', { message: 'Please try again soon.', code: 'unavailable' }],
] as const) {
  test(`a status check that ${whose} refuses is only logged, and the next one finds the payment`, async ({
    openDonor,
    streamer,
  }) => {
    const page = await openDonor(phone, /status of 503/);
    const { id, path } = await createDonation(page, streamer.donationLink);
    await shutSocket(page);
    await refuse(page, `/donations/status/${id}`, 503, body);
    const checks: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/donations/status/')) checks.push(request.url());
    });
    await page.goto(path);
    await expect(page.getByText('Not connected.')).toBeVisible();
    await expect(page.locator('.toast')).toHaveCount(0);
    await expect.poll(() => checks.length, { timeout: 15_000 }).toBeGreaterThan(1);
    await pay(page, id);
    await page.unroute(`**/api/donations/status/${id}`);
    await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
  });
}

test('money that a check has seen is never called expired, and its donation is read until it can be', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, /status of 503/);
  const { id, path } = await createDonation(page, streamer.donationLink);
  await page.clock.install();
  await withoutServerClock(page);
  await shutSocket(page);
  await page.goto(path);
  await expect(status(page)).toHaveText('Waiting for payment');
  await refuse(page, `/donations/public/${id}`, 503, null);
  await pay(page, id, 0.5);
  await expect(page.getByText('Your donation of 0.500000 SOL has been received!')).toBeVisible();
  await expect(page.getByText('Paid by you')).toHaveCount(0);
  const refused = page.waitForResponse(`**/api/donations/public/${id}`);
  await page.clock.fastForward('11:00');
  await refused;
  await expect(thanks(page)).toBeVisible();
  await expect(page.locator('.toast').filter({ hasText: 'expired' })).toHaveCount(0);
  await page.unroute(`**/api/donations/public/${id}`);
  await expect(page.getByText('Paid by you')).toBeVisible();
});

test('a phone that slept while its donor paid says so on waking, and never that the donation has expired', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, noNetwork);
  const { id, path } = await createDonation(page, streamer.donationLink);
  await page.clock.install();
  await withoutServerClock(page);
  await shutSocket(page);
  await page.goto(path);
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  await expect(page.getByText('Checking...')).toBeHidden();
  // It sleeps: no timer runs, and nothing comes from the network.
  await page.clock.pauseAt(Date.now() + 3000);
  await pay(page, id);
  await untilReceived(page, id);
  // It wakes, a moment before its network does.
  const lost = page.waitForEvent('requestfailed');
  await page.route(`**/api/donations/status/${id}`, (route) => route.abort(), { times: 1 });
  await page.clock.fastForward('11:00');
  await lost;
  await expect(page.getByRole('timer')).toHaveText('Expired');
  await expect(page.getByRole('heading', { name: 'Donation Created!' })).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.clock.resume();
  await expect(thanks(page)).toBeVisible();
  await expect(page.locator('.toast')).toHaveText(/^Donation received!/);
});

test('without a network the page keeps what it knows, says so, and goes on by itself', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, noNetwork);
  const { id, path } = await createDonation(page, streamer.donationLink);
  await page.goto(path);
  await expect(code(page)).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('Not connected.')).toBeVisible();
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/left$/);
  await pay(await openDonor(), id);
  await page.context().setOffline(false);
  await expect(thanks(page)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Not connected.')).toHaveCount(0);
});

test('the countdown is told at five, two and one minute, is red from two on, and ends in the expired step', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  const { id, path } = await createDonation(page, streamer.donationLink);
  const end = Date.now() + 600_000;
  await page.clock.install();
  await withoutServerClock(page);
  await tellOfDonation(page, id, { expiresAt: new Date(end).toISOString() });
  await page.goto(path);
  const timer = page.getByRole('timer');
  const said = timer.locator('xpath=following-sibling::*[1]');
  await expect(timer).toHaveText(/^(?:10:00|9:\d\d) left$/);
  for (const [minutes, words] of [
    [5, '5 minutes left'],
    [2, '2 minutes left'],
    [1, '1 minute left'],
  ] as const) {
    await page.clock.pauseAt(end - minutes * 60_000 - 2000);
    await expect(said).toHaveText('');
    await expect(timer).toHaveClass(minutes > 1 ? 'countdown' : 'countdown low');
    await page.clock.runFor(2500);
    await expect(said).toHaveText(words);
    await expect(timer).toHaveClass(minutes > 2 ? 'countdown' : 'countdown low');
  }
  await page.clock.runFor(61_000);
  await expect(toastOf(page, 'Donation expired. Please create a new one.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Donation Expired' })).toBeVisible();
});

test('while the server hears nothing of the chain the page says that payments cannot be seen, also past the time, and goes on by itself', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  const { id, path } = await createDonation(page, streamer.donationLink);
  const unseen = page.locator('.note').getByText('Payments cannot be seen right now.');
  await tellOfDonation(page, id, { chainAway: true });
  await page.goto(path);
  await expect(unseen).toBeVisible();
  const expiresAt = inSeconds(-5);
  await tellOfDonation(page, id, { chainAway: true, expiresAt });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Donation Expired' })).toBeVisible();
  await expect(unseen).toBeVisible();
  await page.getByRole('button', { name: 'I already paid: check again' }).click();
  await expect(toastOf(page, 'do not send it again')).toBeVisible();
  // The chain is back, and the address not read yet: nobody is to pay twice.
  await tellOfDonation(page, id, { expiresAt });
  await page.waitForResponse(`**/donations/status/${id}`);
  await page.waitForResponse(`**/donations/status/${id}`);
  await expect(unseen).toBeVisible();
  await expect(toastOf(page, 'Please create a new one')).toHaveCount(0);
  await pay(page, id);
  await untilReceived(page, id);
  await expect(thanks(page)).toBeVisible();
});

test('expired, and nothing came: the page says on which network it looks, for a wallet may have sent on another', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  const { id, path } = await createDonation(page, streamer.donationLink);
  const network = page.getByText('Only what is sent on Solana Devnet is seen here.', { exact: false });
  await tellOfDonation(page, id, { status: 'EXPIRED' });
  await page.goto(path);
  await expect(page.getByText('The address is still watched.', { exact: false })).toBeVisible();
  // No wallet reaches a sandbox.
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible();
  await expect(network).toHaveCount(0);
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), sandbox: false } });
  });
  await page.reload();
  await expect(network).toBeVisible();
  await tellOfDonation(page, id, { status: 'EXPIRED', amount: 0.0015, missingAmount: 0.0005 });
  await page.reload();
  await expect(page.getByText('0.001500 SOL came', { exact: false })).toBeVisible();
  await expect(network).toHaveCount(0);
});

test('expired: looked at again on demand, found when it came late, and the words go into another attempt', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  await page.goto(`/donate/${streamer.donationLink}`);
  await page.getByLabel('Message').fill('Once more!');
  await page.getByRole('button', { name: 'Create Donation' }).click();
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';
  await tellOfDonation(page, id, { status: 'EXPIRED', amount: 0.0015, missingAmount: 0.0005 });
  await page.reload();
  await expect(page.getByText('This donation link has expired. Please create a new donation.')).toBeVisible();
  await expect(
    page.getByText('0.001500 SOL came: 0.000500 SOL is missing to the minimum of 0.002000 SOL.', {
      exact: false,
    }),
  ).toBeVisible();
  const again = page.getByRole('button', { name: 'I already paid: check again' });
  await again.click();
  await expect(toastOf(page, '0.000500 SOL is still missing.')).toBeVisible();
  const swept = { transferSignature: 'sweep' };
  await tellOfDonation(page, id, { status: 'EXPIRED', amount: 0.0015, missingAmount: 0.0005, ...swept });
  await again.click();
  const least = 'an emptied address takes no less than 0.000900 SOL: please send at least that much.';
  await expect(page.locator('.panel').getByText(least, { exact: false })).toBeVisible();
  await expect(toastOf(page, least)).toBeVisible();
  await tellOfDonation(page, id, { status: 'EXPIRED' });
  await again.click();
  await expect(toastOf(page, 'No payment has been seen yet. Please try again in a minute.')).toBeVisible();
  const address = page.url();
  await page.getByRole('link', { name: 'Create New Donation' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('Once more!');
  await expect(page.getByLabel('Name')).toHaveValue('');

  await page.goto(address);
  // As long as it does not know that it has expired, it would hear of the payment by itself.
  await expect(again).toBeVisible();
  await tellOfDonation(page, id, { late: true, expiresAt: inSeconds(-60) });
  await pay(page, id);
  await untilReceived(page, id);
  await again.click();
  await expect(thanks(page)).toBeVisible();
  await expect(
    page.getByText('It came after the address had expired, and counts all the same.', { exact: false }),
  ).toBeVisible();
  const onStream = { waitsFor: 'play', clip: null, clipMinimumAmount: null } as const;
  await tellOfDonation(page, id, { late: true, expiresAt: inSeconds(-4000), onStream });
  await page.reload();
  await expect(
    page.getByText('Whether it appears on the stream is the streamer’s choice.', { exact: false }),
  ).toBeVisible();
});

test('everything to pay with stands as soon as the donation is created: its own reading is not waited for, and moves nothing', async ({
  openDonor,
  streamer,
}) => {
  const approval = await openDonor();
  const asStreamer = { headers: { authorization: `Bearer ${streamer.token}` } };
  const settings = (await (await approval.request.get('/api/alerts/settings', asStreamer)).json()) as object;
  const saved = await approval.request.put('/api/alerts/settings', {
    ...asStreamer,
    data: { ...settings, approveFirst: true },
  });
  expect(saved.status()).toBe(200);

  const page = await openDonor(phone);
  await page.goto(`/donate/${streamer.donationLink}`);
  await page.getByLabel(/^Name/).fill('  Zoë\u202e ');
  await page.getByLabel(/^Message/).fill('Good luck!');
  await page.getByLabel(/^Amount in SOL/).fill('0,05');
  await page.getByRole('button', { name: /^Privacy on stream/ }).click();
  await page.getByRole('switch', { name: 'Hide the amount' }).check();
  const reading = Promise.withResolvers<void>();
  await page.route('**/api/donations/public/*', async (route) => {
    await reading.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create Donation' }).click();
  await expect(page.getByRole('heading', { name: 'Donation Created!' })).toBeVisible();
  await expect(code(page)).toBeVisible();
  await expect(inWallet(page)).toHaveAttribute('href', /^solana:\w{32,44}\?amount=0\.05&label=Donation$/);
  const words = page.locator('#main');
  const before = (await words.innerText()).replace(/\d:\d\d left/, '');
  expect(before).toContain('The streamer looks first');
  const read = page.waitForResponse('**/api/donations/public/*');
  reading.resolve();
  expect((await read).status()).toBe(200);
  await expect.poll(async () => (await words.innerText()).replace(/\d:\d\d left/, '')).toBe(before);
});

test('the payment step stands at its top from the first moment: it does not glide by', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  await page.goto(`/donate/${streamer.donationLink}`);
  const button = page.getByRole('button', { name: 'Create Donation' });
  await button.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  const scrolled = scrolledAsItComes(page, '#created');
  await button.click();
  expect(await scrolled).toBe(0);
});
