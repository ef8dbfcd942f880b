import { type APIRequestContext, expect, type Page, type Route } from '@playwright/test';
import { button, field } from './page-parts.ts';
import { type Account, openSignedIn, signInAgain, signUp } from './streamer-account.ts';
import { desktop, test } from './watched-page.ts';

// One tab, two streamers one after the other: what the first began ends in nothing of the second's.
const sidebar = (page: Page) => page.getByRole('complementary');
const retention = (page: Page) => field(page, 'Remove donors’ names and messages');

/** Two streamers, and the settings of the first on the page. */
async function openFirst(page: Page, request: APIRequestContext) {
  const [first, second] = [await signUp(request), await signUp(request)];
  // What is held back here may be so for longer than the ten seconds of a call.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await openSignedIn(page, first.token, '/app/settings');
  await expect(retention(page)).toBeVisible();
  return { first, second };
}

/** Holds back the answers to a call of one session. */
async function holdAnswers(
  page: Page,
  method: string,
  path: string,
  { token }: Account,
  instead: Parameters<Route['fulfill']>[0] = {},
) {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`**/api${path}`, async (route: Route) => {
    const isTheirs = route.request().headers()['authorization']?.endsWith(token) === true;
    if (!isTheirs || route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    asked.resolve();
    await held.promise;
    await route.fulfill({ response, ...instead });
  });
  return {
    asked: asked.promise,
    /** Ends once the page has had the time to make something of them. */
    release: async () => {
      const late = page.waitForResponse(`**/api${path}`);
      held.resolve();
      await (await late).finished();
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    },
  };
}

async function handOverTo(page: Page, { username, password }: Account): Promise<void> {
  await sidebar(page).getByRole('button', { name: 'Sign out' }).click();
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await expect(retention(page)).toBeVisible();
}

test('what was saved for one streamer is not shown as saved for the next', async ({ openPage, request }) => {
  const page = await openPage(desktop);
  const { first, second } = await openFirst(page, request);
  const answers = await holdAnswers(page, 'PUT', '/account/retention', first);
  await retention(page).selectOption('Never');
  await answers.asked;
  await handOverTo(page, second);
  await answers.release();
  await expect(retention(page)).toHaveValue('');
});

test('the account of one streamer does not come back to the page of the next', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  const { first, second } = await openFirst(page, request);
  const answers = await holdAnswers(page, 'PUT', '/account', first);
  await page.getByRole('switch', { name: 'Accept donations' }).press('Space');
  await answers.asked;
  await handOverTo(page, second);
  // A page that becomes somebody else's begins anew, and what was being typed ends.
  await field(page, 'Minimum donation amount (SOL)').focus();
  await answers.release();
  await expect(field(page, 'Minimum donation amount (SOL)')).toBeFocused();
  await expect(sidebar(page).getByText(second.username)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Accept donations' })).toBeChecked();
});

test('what came of an act of one streamer is not told to the next', async ({ openPage, request }) => {
  const page = await openPage(desktop, 503);
  const { first, second } = await openFirst(page, request);
  const saved = await holdAnswers(page, 'PUT', '/account/retention', first);
  const refused = await holdAnswers(page, 'PUT', '/account', first, { status: 503, json: {} });
  await retention(page).selectOption('Never');
  await page.getByRole('switch', { name: 'Accept donations' }).press('Space');
  await Promise.all([saved.asked, refused.asked]);
  await handOverTo(page, second);
  await expect(page.locator('.toast')).toHaveCount(0);
  await Promise.all([saved.release(), refused.release()]);
  expect(await page.locator('.toast').allTextContents()).toEqual([]);
});

test('what one streamer was about to save is not saved for the next', async ({ openPage, request }) => {
  const page = await openPage(desktop);
  const { first, second } = await openFirst(page, request);
  const answers = await holdAnswers(page, 'GET', '/users/me', first);
  await field(page, 'Minimum donation amount (SOL)').fill('0.5');
  await button(page, 'Save Settings').click();
  await answers.asked;
  await handOverTo(page, second);
  await answers.release();
  const headers = { authorization: `Bearer ${await signInAgain(request, second)}` };
  const saved = await request.get('/api/users/me', { headers });
  expect(await saved.json()).toMatchObject({ minDonationAmount: 0.002 });
});

test('what is being asked for as a streamer signs out is answered before the session ends', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/donations/link', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openFirst(page, request);
  const [answer, ended] = ['donations/link', 'auth/logout'].map((call) =>
    page.waitForResponse(`**/api/${call}`),
  );
  await sidebar(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(button(page, 'Sign in')).toBeVisible();
  held.resolve();
  expect((await answer)?.status()).toBe(200);
  expect((await ended)?.status()).toBe(200);
});

test('a file of one streamer ends with their session, and nothing of it is told to the next', async ({
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  const { first, second } = await openFirst(page, request);
  await request.post('/api/donations', { data: { linkCode: first.donationLink } });
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = Promise.withResolvers<void>();
  await page.route('**/api/donations/export', async (route) => {
    asked.resolve();
    await held.promise;
    await route.fulfill({ contentType: 'text/csv', body: 'Id\n' }).catch(() => undefined);
    ended.resolve();
  });
  await sidebar(page).getByRole('link', { name: 'Donations' }).click();
  await button(page, 'Download CSV').click();
  await asked.promise;
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page.locator('.toast')).toHaveCount(1);
  await handOverTo(page, second);
  await expect(page.locator('.toast')).toHaveCount(0);
  held.resolve();
  await ended.promise;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(await page.locator('.toast').allTextContents()).toEqual([]);
  expect(downloads).toEqual([]);
});
