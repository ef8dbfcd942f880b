import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { blockStorage } from './block-storage.ts';
import { createDonation, noNetwork, pay, test, toastOf, withoutServerClock } from './donate-journey.ts';
import { refuse, signUp } from './streamer-account.ts';
import { expectStandsFor, stopClock } from './toast-time.ts';
import { desktop, phone } from './watched-page.ts';

const create = (page: Page) => page.getByRole('button', { name: 'Create Donation' });
const created = (page: Page) => page.getByRole('heading', { name: 'Donation Created!' });

/** Counts what is sent to create donations. */
function countCreations(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/donations')) sent += 1;
  });
  return () => sent;
}

async function fillIn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Name').fill('Zoë');
  await page.getByLabel('Message').fill('Good luck!');
}

const colorOf = (words: Locator) => words.evaluate((it) => getComputedStyle(it).color);

async function expectFilledIn(page: Page): Promise<void> {
  await expect(page.getByLabel('Name')).toHaveValue('Zoë');
  await expect(page.getByLabel('Message')).toHaveValue('Good luck!');
}

test('the form says all that spec §2 lists, and its toast stands top right for four seconds', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  await page.clock.install();
  await page.goto(`/donate/${streamer.donationLink}`);
  await expect(page.getByRole('heading', { name: `Support ${streamer.username}` })).toBeVisible();
  for (const words of [
    'Send a Solana donation with optional custom audio',
    'Add custom audio (optional)',
    'Max 15 seconds, 5 MB. mp3, wav, ogg, m4a, webm',
    'Minimum donation',
    '0.002000 SOL',
    'You can send any amount equal or greater than the minimum',
    'If no audio is uploaded, the default sound plays. Otherwise your custom audio plays when the donation appears.',
    'Audio files are automatically deleted after 24 hours.',
    'Powered by Solana',
    'Solana Devnet',
  ]) {
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
  }
  // On phones what a donor may ask stands below the form.
  await expect(page.locator('.trust.below')).toContainText('You cannot take a payment back.');
  const guide = page.getByRole('link', { name: 'New to SOL? How paying works' });
  await expect(guide).toHaveAttribute('href', '/guide/paying');
  await stopClock(page);
  await create(page).click();
  const toast = toastOf(page, 'Donation created! Send Solana to the address below.');
  await expect(toast).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/donate/${streamer.donationLink}/[\\w-]{36}$`));
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const box = await toast.boundingBox();
  expect(390 - (box?.x ?? 0) - (box?.width ?? 0)).toBe(16);
  expect(box?.y).toBeLessThan(40);
  await expectStandsFor(page, toast, 4000);
});

test('what is too long is refused at its field, and again while it is corrected', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(desktop);
  const sent = countCreations(page);
  await page.goto(`/donate/${streamer.donationLink}`);
  await page.getByLabel('Name').fill('n'.repeat(51));
  await page.getByLabel('Message').fill('m'.repeat(500));
  await expect(page.getByText('500 / 500')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // The counter says at once that it is too much.
  await page.getByLabel('Message').fill('m'.repeat(501));
  await expect(page.getByRole('alert')).toHaveText(['Message must be less than 500 characters']);
  await expect(page.getByText('501 / 500')).toHaveCSS('color', await colorOf(page.getByRole('alert')));
  await create(page).click();
  await expect(page.getByRole('alert')).toHaveText([
    'Name must be less than 50 characters',
    'Message must be less than 500 characters',
  ]);
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Name').fill('n'.repeat(50));
  await expect(page.getByRole('alert')).toHaveText(['Message must be less than 500 characters']);
  await page.getByLabel('Message').fill('m'.repeat(500));
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(sent()).toBe(0);
  await create(page).click();
  await expect(created(page)).toBeVisible();
});

test('the counter counts as the limit does', async ({ openDonor, streamer }) => {
  const page = await openDonor(phone);
  await page.goto(`/donate/${streamer.donationLink}`);
  const counter = page.locator('.count');
  for (const [message, count] of [
    ['🎉'.repeat(500), 500],
    [`  ${'m'.repeat(499)}\n`, 499],
    [`e${'\u0301'.repeat(40)}`, 5],
    ['🎉'.repeat(501), 501],
  ] as const) {
    await page.getByLabel('Message').fill(message);
    await expect(counter).toHaveText(`${count} / 500`);
  }
  await create(page).click();
  await expect(page.getByRole('alert')).toHaveText('Message must be less than 500 characters');
  await page.getByLabel('Message').fill('🎉'.repeat(500));
  await create(page).click();
  await expect(created(page)).toBeVisible();
});

test('what was typed survives a reload in its own tab alone, and goes once it is a donation', async ({
  openDonor,
  streamer,
}) => {
  const path = `/donate/${streamer.donationLink}`;
  const page = await openDonor(phone);
  await fillIn(page, path);
  await page.reload();
  await expectFilledIn(page);
  const other = await page.context().newPage();
  await other.goto(path);
  await expect(other.getByLabel('Message')).toHaveValue('');
  await other.close();

  await create(page).click();
  await expect(created(page)).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await page.goto(path);
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test('a refused creation says why and keeps what was typed', async ({ openDonor, streamer }) => {
  const page = await openDonor(phone, /status of (?:429|502)/);
  await fillIn(page, `/donate/${streamer.donationLink}`);
  await refuse(page, '/donations', 429, { message: 'That was too often.', code: 'too_many_requests' });
  await create(page).click();
  const toast = toastOf(page, 'That was too often.');
  await expect(toast).toHaveRole('alert');
  await expect(toast).toHaveCount(0);
  await expect(page.locator('form').getByRole('alert')).toHaveText('That was too often.');
  await page.unrouteAll();
  await refuse(page, '/donations', 502, null);
  await create(page).click();
  await expect(toastOf(page, 'Failed to create donation')).toBeVisible();
  await expectFilledIn(page);
  await page.reload();
  await expectFilledIn(page);
  await page.unrouteAll();
  await create(page).click();
  await expect(created(page)).toBeVisible();
});

test('without a network nothing is lost, a server that is away is named as such, and it works once both are there', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, noNetwork);
  await fillIn(page, `/donate/${streamer.donationLink}`);
  await page.context().setOffline(true);
  await create(page).click();
  await expect(toastOf(page, 'Failed to create donation')).toBeVisible();
  await expect(
    page.getByText('You are not connected. What you typed is kept', { exact: false }),
  ).toBeVisible();
  await expectFilledIn(page);
  await page.context().setOffline(false);
  await page.route('**/api/donations', (route) => route.abort('connectionrefused'));
  await create(page).click();
  await expect(
    page.getByText('The server cannot be reached right now. What you typed is kept', { exact: false }),
  ).toBeVisible();
  await expect(page.getByText('You are not connected.', { exact: false })).toHaveCount(0);
  await page.unrouteAll();
  await create(page).click();
  await expect(created(page)).toBeVisible();
  await expect(page.getByText('Good luck!')).toBeAttached();
});

test('a link that cannot be read anew when the donor comes back leaves the form as it is, without a word', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, /status of 503/);
  await page.clock.install();
  await fillIn(page, `/donate/${streamer.donationLink}`);
  await refuse(page, `/donations/page/${streamer.donationLink}`, 503, null);
  await page.clock.fastForward('01:00');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect.poll(() => logged.join('\n')).toContain('The donation page could not be read.');
  await expect(page.locator('.toast')).toHaveCount(0);
  await expectFilledIn(page);
});

test('a double tap on a slow network creates one donation', async ({ openDonor, streamer }) => {
  const page = await openDonor(phone);
  const sent = countCreations(page);
  await page.goto(`/donate/${streamer.donationLink}`);
  const slow = Promise.withResolvers<void>();
  await page.route('**/api/donations', async (route) => {
    await slow.promise;
    await route.continue();
  });
  await create(page).evaluate((button) => {
    (button as HTMLButtonElement).click();
    (button as HTMLButtonElement).click();
  });
  const busy = page.getByRole('button', { name: 'Creating Donation...' });
  await expect(busy).toBeDisabled();
  await busy.evaluate((button) => (button as HTMLButtonElement).form?.requestSubmit());
  slow.resolve();
  await expect(created(page)).toBeVisible();
  expect(sent()).toBe(1);
});

test('a link that leads nowhere says so; one that could not be checked is tried again, on demand and by itself', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, /status of (?:404|50[03])/);
  const title = page.getByRole('heading', { name: 'Donation Link Not Found' });
  // A code longer than any is nobody's as well.
  for (const code of ['x'.repeat(65), 'x'.repeat(101), 'nobody']) {
    await page.goto(`/donate/${code}`);
    await expect(title).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  }
  await expect(page.getByText('This donation link is invalid or has been disabled.')).toBeVisible();
  await expect(toastOf(page, 'Donation link not found')).toHaveRole('alert');

  const path = `/donations/page/${streamer.donationLink}`;
  for (const { status, body, words } of [
    { status: 500, body: null, words: 'The server could not be reached, so the link could not be checked.' },
    {
      status: 503,
      body: { message: 'Not now.', code: 'unavailable' },
      words: 'The server has a problem, so the link could not be checked.',
    },
  ]) {
    await refuse(page, path, status, body);
    await page.goto(`/donate/${streamer.donationLink}`);
    await expect(title).toBeVisible();
    await expect(toastOf(page, 'Donation link not found')).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
    await expect(
      page.getByText(/Nothing was charged, and a payment that you have sent is not lost/),
    ).toBeVisible();
    const asked = page.waitForRequest(`**/api${path}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await page.unrouteAll();
    await expect(create(page)).toBeVisible();
  }
});

test('an amount of one’s own can be asked for where the streamer offers none, and a pasted full stop is no matter', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  await page.goto(`/donate/${streamer.donationLink}.`);
  await expect(page).toHaveURL(new RegExp(`/donate/${streamer.donationLink}$`));
  await expect(page.getByRole('radio')).toHaveCount(0);
  const amount = page.getByLabel('Amount in SOL');
  // As 'Anonymous' in the field for the name: what it is where nothing is typed.
  await expect(amount).toHaveAttribute('placeholder', '0.002');
  await amount.fill('0.001');
  await create(page).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter at least 0.002000 SOL');
  await amount.fill('0,07');
  await page.reload();
  await expect(amount).toHaveValue('0,07');
  await create(page).click();
  await expect(page.getByText('Your amount')).toBeVisible();
  await expect(page.locator('.paying .amount').first()).toHaveText('0.070000 SOL');
});

test('the page says that it loads before its script has come, in the donor’s language', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor({ ...phone, locale: 'es-ES' });
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(`/donate/${streamer.donationLink}`, { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText('Cargando');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('on a small phone nothing that stands is pushed down by the name of the network', async ({
  openDonor,
  request,
}) => {
  // A long name may fill another line once its font has come.
  const streamer = await signUp(request, randomBytes(2).toString('hex'));
  const page = await openDonor({ ...phone, viewport: { width: 360, height: 780 } });
  const { path } = await createDonation(page, streamer.donationLink);
  await page.addInitScript(() => {
    const { shifts } = Object.assign(window, { shifts: [] as number[] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const address of [`/donate/${streamer.donationLink}`, path]) {
    // It comes when the page's own facts are there.
    const facts = page.waitForResponse(/\/api\/donations\/(?:page|public)\//);
    await page.route('**/api/config', async (route) => {
      await (await facts).finished();
      await route.continue();
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByText('Sandbox', { exact: true })).toBeVisible();
    const shifts = await page.evaluate(() => (window as Window & { shifts?: number[] }).shifts ?? []);
    expect(Math.max(0, ...shifts), address).toBeLessThan(0.02);
    await page.unroute('**/api/config');
  }
});

test('where the script does not come the document itself offers, after a while, to be loaded once more', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, noNetwork);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`/donate/${streamer.donationLink}`);
  const again = page.getByText('Taking too long? Reload the page');
  await expect(page.getByText('Loading', { exact: true })).toBeVisible();
  await expect(again).toBeHidden();
  await again.evaluate((link) => {
    for (const animation of link.parentElement?.getAnimations() ?? []) animation.finish();
  });
  await expect(again).toBeVisible();
  await page.unroute('**/assets/*.js');
  await again.click();
  await expect(create(page)).toBeVisible();
  await expect(again).toHaveCount(0);
});

test('without script the page says what it needs in the donor’s language, clear of the edges, and waits for nothing', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor({ ...phone, locale: 'es-ES', javaScriptEnabled: false });
  await page.goto(`/donate/${streamer.donationLink}`);
  const words = page.locator('noscript p');
  await expect(words).toHaveText('Brava necesita JavaScript. Actívalo y recarga esta página.');
  await expect(words).toBeVisible();
  const { left, right } = await words.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  });
  expect([left, 390 - right].every((gap) => gap >= 20)).toBe(true);
  await expect(page.locator('.page-spinner')).toBeHidden();
});

test('from an unpaid payment the form can be opened once more with the words in it', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  await fillIn(page, `/donate/${streamer.donationLink}`);
  await create(page).click();
  await expect(created(page)).toBeVisible();
  const first = page.url();
  const change = page.getByRole('link', { name: 'Change name or message' });
  await change.click();
  await expectFilledIn(page);
  await page.getByLabel('Name').fill('Another');
  await create(page).click();
  await expect(created(page)).toBeVisible();
  expect(page.url()).not.toBe(first);
  const stranger = await openDonor(phone);
  await stranger.goto(first);
  await expect(created(stranger)).toBeVisible();
  await expect(stranger.getByRole('link', { name: 'Change name or message' })).toHaveCount(0);
  const before = { name: 'Paid to the address before? See that donation' };
  await expect(stranger.getByRole('link', before)).toHaveCount(0);

  // Their wallet still had the address of the first.
  await pay(page, first.slice(first.lastIndexOf('/') + 1));
  await page.getByRole('link', before).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  expect(page.url()).toBe(first);

  // Whoever has seen the one before paid looks for it no longer.
  const sendAnother = async () => {
    await page.getByRole('link', { name: 'Send another donation' }).click();
    await create(page).click();
    await expect(created(page)).toBeVisible();
    return page.url().slice(page.url().lastIndexOf('/') + 1);
  };
  await pay(page, await sendAnother());
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await sendAnother();
  await expect(page.getByRole('link', before)).toHaveCount(0);
});

test('Back on the payment page leads to the form with the words in it, and forth again to the payment', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  const path = `/donate/${streamer.donationLink}`;
  await fillIn(page, `${path}?from=chat`);
  await create(page).click();
  await expect(created(page)).toBeVisible();
  const payment = page.url();
  await page.goBack();
  await expectFilledIn(page);
  await expect(page).toHaveURL(new RegExp(`${path}\\?from=chat$`));
  await page.getByLabel('Message').fill('Better luck!');
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue('Better luck!');
  await page.goForward();
  await expect(created(page)).toBeVisible();
  expect(page.url()).toBe(payment);
  await expect(page.getByText('Good luck!')).toBeAttached();
});

test('whoever lost the page of a donation comes back to it by the streamer’s link for a day, also once that is closed', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, /status of 404/);
  const path = `/donate/${streamer.donationLink}`;
  const back = page.getByRole('link', { name: 'See your last donation' });
  await page.goto(path);
  await expect(create(page)).toBeVisible();
  await expect(back).toHaveCount(0);
  await create(page).click();
  await expect(created(page)).toBeVisible();
  await expect(page.getByText('You can close this page and come back')).toBeVisible();
  const payment = page.url();
  // As an app does that opens links in itself: nothing of the tab is left.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(path);
  await back.click();
  await expect(created(page)).toBeVisible();
  expect(page.url()).toBe(payment);

  const closed = await page.request.put('/api/account', {
    headers: { authorization: `Bearer ${streamer.token}` },
    data: { acceptingDonations: false },
  });
  expect(closed.status()).toBe(200);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Donation Link Not Found' })).toBeVisible();
  await back.click();
  await expect(created(page)).toBeVisible();

  // The day passes with the page closed: one that is just connecting would end its connection, and poll by it once more.
  await page.goto('about:blank');
  await page.clock.setFixedTime(Date.now() + 25 * 3_600_000);
  await withoutServerClock(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Donation Link Not Found' })).toBeVisible();
  await expect(back).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('a 401 on a donation page drops the token and never leads to sign-in', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone, /status of 401/);
  const path = `/donate/${streamer.donationLink}`;
  await fillIn(page, path);
  await page.evaluate(() => localStorage.setItem('token', 'old'));
  await refuse(page, '/donations', 401, { message: 'Please sign in to continue.', code: 'unauthorized' });
  await create(page).click();
  await expect(toastOf(page, 'Please sign in to continue.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expectFilledIn(page);
});

test('where the browser blocks storage, a donation is made and paid all the same', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor(phone);
  await blockStorage(page);
  await fillIn(page, `/donate/${streamer.donationLink}`);
  await create(page).click();
  await expect(created(page)).toBeVisible();
  await page.getByRole('button', { name: 'Pay from the sandbox faucet' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
});

test('the choice of a language keeps what was typed, and every word follows it', async ({
  openDonor,
  streamer,
}) => {
  const page = await openDonor({ ...phone, locale: 'fr-FR' });
  await fillIn(page, `/donate/${streamer.donationLink}`);
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { name: `Apoya a ${streamer.username}` })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByLabel('Mensaje')).toHaveValue('Good luck!');
  await page.getByLabel('Nombre').fill('n'.repeat(51));
  await page.getByRole('button', { name: 'Crear donación' }).click();
  await expect(page.getByRole('alert')).toHaveText('El nombre debe tener 50 caracteres como máximo');
  await page.getByLabel('Nombre').fill('Zoë');
  await page.getByRole('button', { name: 'Crear donación' }).click();
  await expect(page.getByRole('heading', { name: '¡Donación creada!' })).toBeVisible();
  await page.getByRole('button', { name: 'Pagar desde el grifo de pruebas' }).click();
  await expect(page.getByRole('heading', { name: '¡Gracias!' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
});
