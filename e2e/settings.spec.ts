import { expect, type Page, type Route } from '@playwright/test';
import { type Account, openSignedIn, refuse, signUp } from './streamer-account.ts';
import { desktop as wide, phone as narrow, test } from './watched-page.ts';

// Where the page glides to a field, a press beside it may miss.
const desktop = { ...wide, reducedMotion: 'reduce' } as const;
const phone = { ...narrow, reducedMotion: 'reduce' } as const;
const own = { message: 'Words of the server.', code: 'internal' };
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, words: string) => page.locator('.toast', { hasText: words });
/** Of the form with the page's own save button: others stand below it. */
const inForm = (page: Page, label: string) =>
  page.locator('form', { has: button(page, 'Save Settings') }).getByLabel(label, { exact: true });
const minimum = (page: Page) => field(page, 'Minimum donation amount (SOL)');
async function savedBy(page: Page, { token }: Account): Promise<Record<string, unknown>> {
  const reply = await page.request.get('/api/users/me', { headers: { authorization: `Bearer ${token}` } });
  return (await reply.json()) as Record<string, unknown>;
}
/** Holds what is read of the account after each saving; what is read before it goes through. */
async function holdReadsAfterSaving(page: Page): Promise<(() => Promise<void>)[]> {
  const held: (() => Promise<void>)[] = [];
  let reads = 0;
  await page.route('**/api/users/me', async (route) => {
    reads += 1;
    if (reads % 2 === 1) return await route.continue();
    const response = await route.fetch();
    held.push(() => route.fulfill({ response }));
  });
  return held;
}

test('the form refuses with the words of the spec, goes to the first refused field, and keeps what was typed', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, (await signUp(request)).token, '/app/settings');
  const wrong = [
    ['Minimum donation amount (SOL)', '0.001', 'Minimum amount must be at least 0.002 SOL'],
    ['Primary color', 'green', 'Invalid hex color'],
    ['Name', '#12', 'Invalid hex color'],
    ['Amount', '#1234567', 'Invalid hex color'],
    ['Message', 'GGGGGG', 'Invalid hex color'],
  ] as const;
  for (const [label, typed] of wrong) await inForm(page, label).fill(typed);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await button(page, 'Save Settings').click();
  await expect(minimum(page)).toBeFocused();
  for (const [label, typed, words] of wrong) {
    await expect(inForm(page, label)).toHaveAccessibleDescription(words);
    await expect(inForm(page, label)).toHaveValue(typed);
  }
  await minimum(page).fill('100.5');
  await expect(minimum(page)).toHaveAccessibleDescription('Minimum amount cannot exceed 100 SOL');
  await minimum(page).fill('0.002');
  for (const label of ['Primary color', 'Name', 'Amount']) await inForm(page, label).fill('#AbCdEf');
  await button(page, 'Save Settings').click();
  await expect(field(page, 'Message')).toBeFocused();
  await field(page, 'Message').fill('');
  await button(page, 'Save Settings').click();
  await expect(toast(page, 'Settings updated successfully')).toBeVisible();
});

test('a preset below the minimum says at its field that it is not offered, and is saved whatever else changes', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  const account = await signUp(request);
  await openSignedIn(page, account.token, '/app/settings');
  await field(page, 'Preset amount 1').fill('0.01');
  await field(page, 'Preset amount 2').fill('0.5');
  await minimum(page).fill('0.05');
  await expect(field(page, 'Preset amount 1')).toHaveAccessibleDescription(
    'Not offered, because they are below your minimum: 0.01',
  );
  await expect(field(page, 'Preset amount 2')).toHaveAccessibleDescription('');
  await button(page, 'Save Settings').click();
  await expect(toast(page, 'Settings updated successfully')).toBeVisible();
  expect(await savedBy(page, account)).toMatchObject({ minDonationAmount: 0.05, presetAmounts: [0.01, 0.5] });
  await field(page, 'Preset amount 3').fill('0.02');
  await button(page, 'Save Settings').click();
  await expect.poll(async () => (await savedBy(page, account))['presetAmounts']).toEqual([0.01, 0.02, 0.5]);
});

for (const [device, options] of Object.entries({ phone, desktop }))
  test(`only the wrong preset is marked, and stands with its words clear of the save bar: ${device}`, async ({
    openPage,
    request,
  }) => {
    const page = await openPage(options);
    await openSignedIn(page, (await signUp(request)).token, '/app/settings');
    const wrong = field(page, 'Preset amount 4');
    for (const [place, typed] of ['0.1', '0.2', '0.5', 'abc', '0.20'].entries())
      await field(page, `Preset amount ${place + 1}`).fill(typed);
    await inForm(page, 'Message').fill('GGGGGG');
    await button(page, 'Save Settings').click();
    await expect(wrong).toBeFocused();
    const marked = page.locator('.presets [aria-invalid=true]');
    await expect(marked).toHaveCount(2);
    await expect(wrong).toHaveAccessibleDescription('Please enter an amount above 0');
    await expect(field(page, 'Preset amount 5')).toHaveAccessibleDescription('This amount is there already');
    const words = page.getByText('This amount is there already');
    await expect
      .poll(async () => {
        const [text, bar] = [await words.boundingBox(), await page.locator('.savebar').first().boundingBox()];
        return text !== null && bar !== null && text.y > 60 && text.y + text.height <= bar.y;
      })
      .toBe(true);
    await field(page, 'Preset amount 2').fill('0.3');
    await expect(marked).toHaveCount(1);
    await wrong.fill('1');
    await expect(marked).toHaveCount(0);
    await button(page, 'Save Settings').click();
    await expect(inForm(page, 'Message')).toBeFocused();
  });

test('while a colour is none its swatch shows none, and nothing is said of how well the texts can be read', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, (await signUp(request)).token, '/app/settings');
  const note = page.getByText(/easy to read/);
  const swatch = inForm(page, 'Amount').locator('..').locator('input[type=color]');
  await inForm(page, 'Amount').fill('#12');
  await expect(note).toHaveText(/once every color is a hex color/);
  await expect(swatch).toHaveClass('none');
  await inForm(page, 'Amount').fill('');
  await expect(note).toHaveText(/All three are easy to read/);
  await expect(swatch).toHaveValue('#fbbf24');
});

test('a minimum that is no number falls back to 0.002', async ({ openPage, request }) => {
  const page = await openPage(desktop);
  const account = await signUp(request);
  await openSignedIn(page, account.token, '/app/settings');
  await minimum(page).fill('0.5');
  await button(page, 'Save Settings').click();
  await expect.poll(async () => (await savedBy(page, account))['minDonationAmount']).toBe(0.5);
  await minimum(page).fill('');
  await button(page, 'Save Settings').click();
  await expect.poll(async () => (await savedBy(page, account))['minDonationAmount']).toBe(0.002);
  await expect(minimum(page)).toHaveValue('0.002');
});

test('a refusal is said in the server’s words, or the spec’s, and nothing typed is lost', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop, 500);
  await openSignedIn(page, (await signUp(request)).token, '/app/settings');
  await minimum(page).fill('0.25');
  for (const [body, words] of [
    [own, own.message],
    [null, 'Failed to update settings'],
  ] as const) {
    await refuse(page, '/donations/settings', 500, body);
    await button(page, 'Save Settings').click();
    await expect(toast(page, words)).toHaveRole('alert');
    await expect(minimum(page)).toHaveValue('0.25');
  }
  await page.unroute('**/api/donations/settings');
  await page.route('**/api/donations/settings', async (route) => {
    await expect(button(page, 'Saving...')).toBeDisabled();
    await minimum(page).fill('0.3');
    await route.continue();
  });
  await button(page, 'Save Settings').click();
  await expect(toast(page, 'Settings updated successfully')).toBeVisible();
  await expect(button(page, 'Save Settings')).toBeEnabled();
  // What was typed meanwhile is neither lost nor taken for saved.
  await expect(minimum(page)).toHaveValue('0.3');
  await expect(page.getByText('Unsaved changes.')).toBeVisible();
});

/** Draws nothing new until `drawAgain`, as on a slow phone; keys are heard meanwhile. */
const stopDrawing = (page: Page) =>
  page.evaluate(() => {
    // By a message to itself the page takes its turn to draw.
    const own = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'postMessage') ?? {};
    const held: MessagePort[] = [];
    MessagePort.prototype.postMessage = function hold(this: MessagePort) {
      held.push(this);
    };
    addEventListener('draw-again', () => {
      Object.defineProperty(MessagePort.prototype, 'postMessage', own);
      for (const port of held) port.postMessage(null);
    });
  });
const drawAgain = (page: Page) => page.evaluate(() => dispatchEvent(new Event('draw-again')));

test('what is typed after the answer to a saving, and before the page has drawn it, is kept', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  const account = await signUp(request);
  await openSignedIn(page, account.token, '/app/settings');
  await minimum(page).fill('0.05');
  // What the page does last of all about an answer.
  const readAgain = Promise.withResolvers<unknown>();
  const holdDrawing = async (route: Route) => {
    const response = await route.fetch();
    await minimum(page).focus();
    await stopDrawing(page);
    readAgain.resolve(page.waitForRequest('**/api/users/me'));
    await route.fulfill({ response });
  };
  await page.route('**/api/donations/settings', holdDrawing, { times: 1 });
  await button(page, 'Save Settings').click();
  await readAgain.promise;
  await page.keyboard.type('7');
  await drawAgain(page);
  await expect(toast(page, 'Settings updated successfully')).toBeVisible();
  await expect(minimum(page)).toHaveValue('0.057');
  await expect(page.getByText('Unsaved changes.')).toBeVisible();
  await button(page, 'Save Settings').click();
  await expect.poll(async () => (await savedBy(page, account))['minDonationAmount']).toBe(0.057);
});

test('a second change is saved while the account is still being read again, which brings nothing old back', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  const account = await signUp(request);
  await openSignedIn(page, account.token, '/app/settings');
  await expect(minimum(page)).toBeVisible();
  const held = await holdReadsAfterSaving(page);
  // Asked when the first way takes too long.
  const fellBack: string[] = [];
  await page.route('**/api/auth/me', async (route) => {
    fellBack.push(route.request().url());
    await route.continue();
  });
  // What is typed while the first is saved keeps the form as it is.
  await page.route('**/api/donations/settings', async (route) => {
    await minimum(page).fill('0.4');
    await route.continue();
  });
  await minimum(page).fill('0.3');
  await button(page, 'Save Settings').click();
  await expect.poll(() => held.length).toBe(1);
  await page.unroute('**/api/donations/settings');
  await button(page, 'Save Settings').click();
  await expect.poll(() => held.length).toBe(2);
  expect((await savedBy(page, account))['minDonationAmount']).toBe(0.4);
  const isRead = page.waitForResponse('**/api/users/me');
  await held[0]?.();
  await (await isRead).finished();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(minimum(page)).toHaveValue('0.4');
  await expect(page.getByText('Unsaved changes.')).toHaveCount(0);
  expect(fellBack).toEqual([]);
  await held[1]?.();
});

test('whoever signs out while the account is still being read again stays signed out', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, (await signUp(request)).token, '/app/settings');
  await expect(minimum(page)).toBeVisible();
  const held = await holdReadsAfterSaving(page);
  await minimum(page).fill('0.3');
  await button(page, 'Save Settings').click();
  await expect.poll(() => held.length).toBe(1);
  await button(page, 'Sign out').click();
  await expect(page).toHaveURL('/login');
  const isRead = page.waitForResponse('**/api/users/me');
  await held[0]?.();
  await (await isRead).finished();
  await page.getByLabel('Username').fill('kat');
  await expect(page).toHaveURL('/login');
  await expect(button(page, 'Sign in')).toBeVisible();
});

test('the settings can be changed and saved with the keyboard alone', async ({ openPage, request }) => {
  const page = await openPage(desktop);
  const account = await signUp(request);
  await openSignedIn(page, account.token, '/app/settings');
  await expect(minimum(page)).toBeVisible();
  const tabTo = async (label: string) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const isThere = await field(page, label).evaluate((element) => element === document.activeElement);
      if (isThere) return;
    }
    throw new Error(`${label} cannot be reached with the keyboard.`);
  };
  await tabTo('Minimum donation amount (SOL)');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('0.05');
  await tabTo('No gradient');
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Ocean waves' })).toBeChecked();
  await tabTo('Amount');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('#FFFFFF');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Settings updated successfully')).toBeVisible();
  const saved = await savedBy(page, account);
  expect(saved['minDonationAmount']).toBe(0.05);
  expect(JSON.parse(String(saved['cardGradient']))).toMatchObject({
    gradientType: 'ocean',
    amountColor: '#FFFFFF',
  });
});

test('what is not saved is named, kept while other pages are open, and kept when the language changes', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, (await signUp(request)).token, '/app/settings');
  await minimum(page).fill('0.75');
  await expect(page.getByText('Unsaved changes. After saving, refresh the OBS')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(minimum(page)).toHaveValue('0.75');
  page.on('dialog', () => expect('nothing is asked').toBe('when nothing is lost'));
  await field(page, 'Language').selectOption('Español');
  await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(field(page, 'Importe mínimo de donación (SOL)')).toHaveValue('0.75');
  await expect(page.getByText('Cambios sin guardar.')).toBeVisible();
  await field(page, 'Idioma').selectOption('English');
  await expect(minimum(page)).toHaveValue('0.75');
});

test('the focus stays where it was while something is being saved, and presses meanwhile do nothing', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, (await signUp(request)).token, '/app/settings');
  let changes = 0;
  let held = Promise.withResolvers<void>();
  await page.route(/\/api\/(?:account|donations\/settings)$/, async (route) => {
    if (route.request().method() !== 'GET') {
      changes += 1;
      await held.promise;
    }
    await route.continue();
  });
  const accept = page.getByRole('switch', { name: 'Accept donations' });
  await accept.focus();
  await page.keyboard.press('Space');
  await expect(accept).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Space');
  await expect(accept).toBeFocused();
  await expect(accept).not.toBeChecked();
  held.resolve();
  await expect(accept).toBeEnabled();
  expect(changes).toBe(1);

  held = Promise.withResolvers<void>();
  const zone = field(page, 'Time zone');
  await zone.focus();
  await zone.selectOption('Europe/Lisbon');
  await expect(zone).toHaveAttribute('aria-disabled', 'true');
  await expect(zone).toBeFocused();
  held.resolve();
  await expect(zone).toHaveAttribute('aria-disabled', 'false');
  await expect(zone).toHaveValue('Europe/Lisbon');

  held = Promise.withResolvers<void>();
  await minimum(page).fill('0.5');
  await button(page, 'Save Settings').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Saving...')).toBeDisabled();
  held.resolve();
  await expect(button(page, 'Save Settings')).toBeFocused();
});

test('accepting donations, time zone and payout address are saved on their own, refusals stand at the field', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop, 400);
  const account = await signUp(request);
  await openSignedIn(page, account.token, '/app/settings');
  await page.getByText('Accept donations', { exact: true }).click();
  await expect(toast(page, 'Settings updated successfully')).toBeVisible();
  expect((await request.get(`/api/donations/page/${account.donationLink}`)).status()).toBe(404);
  await field(page, 'Time zone').selectOption('Europe/Lisbon');
  await expect.poll(async () => (await savedBy(page, account))['timeZone']).toBe('Europe/Lisbon');

  const payout = page.getByLabel('Payout address');
  await payout.fill('not a wallet');
  let asked = 0;
  page.on('request', (sent) => (asked += sent.url().endsWith('/api/account') ? 1 : 0));
  await button(page, 'Save payout address').click();
  const words = 'This is not an address of a normal Solana wallet. Please check it.';
  await expect(payout).toHaveAccessibleDescription(words);
  await expect(payout).toHaveValue('not a wallet');
  expect(asked).toBe(0);
  const wallet = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
  await payout.fill(wallet);
  await button(page, 'Save payout address').press('Enter');
  await expect.poll(async () => (await savedBy(page, account))['payoutAddress']).toBe(wallet);
  await expect(page.locator('section', { has: payout })).toBeFocused();
});

test('the generated wallet as payout address is saved as none, whatever was there before', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  const account = await signUp(request);
  await openSignedIn(page, account.token, '/app/settings');
  const payout = page.getByLabel('Payout address');
  for (const address of ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', account.user.walletAddress]) {
    await payout.fill(address);
    await button(page, 'Save payout address').click();
    await expect(button(page, 'Save payout address')).toHaveCount(0);
  }
  await expect(payout).toHaveValue('');
  await payout.fill(account.user.walletAddress);
  await button(page, 'Save payout address').click();
  await expect(payout).toHaveValue('');
  await expect(page.getByText('Unsaved changes.')).toHaveCount(0);
  expect((await savedBy(page, account))['payoutAddress']).toBeNull();
});

test('the widget link is shown, and after a question replaced by a new one', async ({
  openPage,
  request,
}) => {
  const page = await openPage({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  await openSignedIn(page, (await signUp(request)).token, '/app/settings');
  const copied = async () => {
    await button(page, 'Copy widget URL').click();
    await expect(toast(page, 'Widget URL copied!')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    // The next one is told of by a toast of its own.
    await expect(toast(page, 'Widget URL copied!')).toHaveCount(0);
    return text;
  };
  const first = await copied();
  expect(first).toMatch(/^http:.+\/widget\/[\w-]{22}$/);
  await expect(page.getByText(first, { exact: true })).toBeVisible();
  await button(page, 'Replace the widget link').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the link' }).click();
  await expect(toast(page, 'Widget link replaced')).toBeVisible();
  await expect(page.getByText(first, { exact: true })).toHaveCount(0);
  await expect(button(page, 'Replace the widget link')).toBeFocused();
  const second = await copied();
  expect(second).toMatch(/\/widget\/[\w-]{22}$/);
  expect(second).not.toBe(first);
});

for (const [device, options] of Object.entries({ desktop, phone })) {
  test(`on a ${device} the page has one green act, which stays in sight, and nothing scrolls sideways`, async ({
    openPage,
    request,
  }) => {
    const page = await openPage(options);
    await openSignedIn(page, (await signUp(request)).token, '/app/settings');
    await expect(page.getByText('Where you are signed in')).toBeVisible();
    await expect(page.locator('main .btn.primary')).toHaveText(['Save Settings']);
    for (const label of ['Minimum donation amount (SOL)', 'Primary color', 'Message']) {
      await field(page, label).focus();
      await expect(button(page, 'Save Settings')).toBeInViewport({ ratio: 1 });
      await expect(field(page, label)).toBeInViewport({ ratio: 1 });
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
