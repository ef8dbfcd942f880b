import { expect, type Page, type Route } from '@playwright/test';
import { button, field, toast } from './page-parts.ts';
import { desktop, hearNothing, minimum, savedBy } from './settings-page.ts';
import { openSignedIn, refuse, signUp } from './streamer-account.ts';
import { test } from './watched-page.ts';

const own = { message: 'Words of the server.', code: 'internal' };

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

test('a refusal is said in the server’s words, or the spec’s, and nothing typed is lost', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop, 500);
  await openSignedIn(page, account.token, '/app/settings');
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
  account,
  openPage,
}) => {
  const page = await openPage(desktop);
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
  account,
  openPage,
}) => {
  const page = await openPage(desktop, 503);
  await hearNothing(page);
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
  const page = await openPage(desktop, 503);
  await hearNothing(page);
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

test('what is not saved is named, kept while other pages are open, and kept when the language changes', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
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
