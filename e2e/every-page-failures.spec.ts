import { expect, type Page } from '@playwright/test';
import { type RouteName, routes } from '#contract/routes.ts';
import { type AppState, appStates } from './app-states.ts';
import { donationReplies, donorReplies, playedNow, streamerReplies, waiting } from './played-data.ts';
import { playServer, type Replies } from './played-server.ts';
import { test } from './state-page.ts';

// Every trace costs more than its journey here, and none needs another.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel' });

/** The same answer to every call but those that say who is signed in. */
const everywhere = (reply: 'unreachable' | { refused: 'unauthorized' }): Replies => ({
  ...Object.fromEntries((Object.keys(routes) as RouteName[]).map((name) => [name, reply])),
  usersMe: streamerReplies.usersMe,
  authMe: streamerReplies.authMe,
  config: streamerReplies.config,
});
const signedInAt = (path: string, replies: Replies): AppState => ({
  name: path,
  path,
  replies,
  isSignedIn: true,
  ready: (page) => page.locator('main'),
});
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));
const said = (page: Page, words: string) =>
  expect(page.locator('.toast').filter({ hasText: words }).first()).toBeVisible();

for (const path of [
  '/app',
  '/app/donations',
  '/app/settings',
  '/app/widgets',
  '/app/alerts',
  '/app/webhooks',
  '/app/posts',
]) {
  test(`a 401 on ${path} drops the token and leads to sign-in`, async ({ openState }) => {
    const { page } = await openState(signedInAt(path, everywhere({ refused: 'unauthorized' })));
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
}

for (const path of ['/donate/katlive', '/donate/katlive/played']) {
  test(`a 401 on ${path} drops the token and stays`, async ({ openState }) => {
    const { page } = await openState(signedInAt(path, everywhere({ refused: 'unauthorized' })));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => storedToken(page)).toBeNull();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });
}

const loads: [path: string, words: string, heading: string][] = [
  ['/app', 'Failed to load dashboard data', 'Dashboard'],
  ['/app/donations', 'Failed to load donations', 'Donations'],
  ['/donate/katlive', 'Donation link not found', 'Donation Link Not Found'],
];
for (const [path, words, heading] of loads) {
  test(`without an answer ${path} says ‘${words}’ and is not blank`, async ({ openState }) => {
    const { page } = await openState(signedInAt(path, everywhere('unreachable')));
    await page.goto(path);
    await said(page, words);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('.spin')).toHaveCount(0);
  });
}

/** One state of each address. */
const addresses = new Map(appStates.map((state) => [state.path, state]));
for (const { path, isSignedIn } of addresses.values()) {
  test(`without an answer there is still something to read and to do: ${path}`, async ({ openState }) => {
    const state = { ...signedInAt(path, everywhere('unreachable')), isSignedIn: isSignedIn === true };
    const { page, complaints } = await openState(state);
    await page.goto(path);
    await expect(page.locator('.spin')).toHaveCount(0);
    const words = async () => (await page.locator('main').innerText()).trim().length;
    await expect.poll(words).toBeGreaterThan(20);
    await expect(page.locator('a[href]:visible, button:visible').first()).toBeVisible();
    expect(complaints.filter((line) => line.startsWith('uncaught'))).toEqual([]);
  });
}

/** What is pressed, in which replies, and the words of spec §8 for its failure. */
const acts: [words: string, path: string, replies: Replies, act: (page: Page) => Promise<void>][] = [
  ['Failed to sign in', '/login', {}, fillAccount('Sign in')],
  ['Failed to create account', '/register', {}, fillAccount('Create account')],
  ['Failed to create donation', '/donate/katlive', donorReplies, (page) => press(page, 'Create Donation')],
  ['Failed to update settings', '/app/settings', streamerReplies, (page) => press(page, 'Save Settings')],
  ['Failed to load private key', '/app/settings', streamerReplies, (page) => press(page, 'Show Private Key')],
  [
    'Failed to mark donation as shown',
    '/app/donations',
    streamerReplies,
    (page) => press(page, 'Mark as Shown'),
  ],
];
const writes = ['login', 'register', 'createDonation', 'changeSettings', 'exportKey', 'markShown'] as const;
for (const [words, path, replies, act] of acts) {
  test(`what fails without an answer says ‘${words}’ and keeps what was typed`, async ({ openState }) => {
    const failing = Object.fromEntries(writes.map((name) => [name, 'unreachable']));
    const { page } = await openState({
      ...signedInAt(path, { ...streamerReplies, ...replies, ...failing }),
      isSignedIn: path.startsWith('/app'),
    });
    await page.goto(path);
    if (path.startsWith('/donate')) await page.getByLabel(/^Message/).fill('Good luck tonight!');
    await act(page);
    await said(page, words);
    if (path.startsWith('/donate'))
      await expect(page.getByLabel(/^Message/)).toHaveValue('Good luck tonight!');
    if (path === '/login') await expect(page.getByLabel('Username')).toHaveValue('katlive');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });
}

test('a donor who meets a server with too much to do reads when to press again, and keeps what was typed', async ({
  openState,
}) => {
  const replies: Replies = { ...donorReplies, createDonation: { refused: 'at_capacity' } };
  const { page } = await openState({
    ...signedInAt('/donate/katlive', replies),
    isSignedIn: false,
  });
  await page.goto('/donate/katlive');
  await page.getByLabel(/^Message/).fill('Good luck tonight!');
  await press(page, 'Create Donation');
  await expect(page.getByText(/please press again in about 20 seconds/).last()).toBeVisible();
  await expect(page.getByText(/What you typed is kept/)).toBeVisible();
  await expect(page.getByLabel(/^Message/)).toHaveValue('Good luck tonight!');
  await expect(page.getByRole('button', { name: 'Create Donation' })).toBeEnabled();
});

test('a failed status check is only logged, and the page goes on asking', async ({ openState }) => {
  const replies = { ...donationReplies(waiting), donationStatus: 'unreachable' } as Replies;
  const { page } = await openState({
    ...signedInAt('/donate/katlive/played', replies),
    told: {},
  });
  await page.clock.install({ time: playedNow });
  const asked: number[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/donations/status/')) asked.push(performance.now());
  });
  await page.goto('/donate/katlive/played');
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  for (const times of [2, 3, 4]) {
    await page.clock.runFor(5000);
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(times);
  }
  expect(asked.length).toBeLessThanOrEqual(6);
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect(page.getByText('Waiting for payment')).toBeVisible();
});

const slow: [path: string, words: string | RegExp, replies: Replies, then: string][] = [
  ['/donate/katlive', 'Loading', donorReplies, 'Create Donation'],
  ['/app/donations', 'Loading donations...', streamerReplies, 'Refresh'],
  ['/app', 'Loading', streamerReplies, 'Add to OBS'],
];
for (const [path, words, replies, button] of slow) {
  test(`on a slow line ${path} says ‘${words}’, and then nothing jumps`, async ({ browser }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    if (path.startsWith('/app')) await page.addInitScript(() => localStorage.setItem('token', 'played'));
    await page.addInitScript(countShifts);
    // What a page shows is asked for together with who is signed in; it is later, and has words of its own.
    await playServer(page, replies, { told: {}, delayMs: (name) => (name === 'usersMe' ? 1500 : 4000) });
    await page.goto(path);
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: button }).first()).toBeVisible({ timeout: 15_000 });
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.1);
    await context.close();
  });
}

/** Runs in the page: adds up the layout shifts as Chromium scores them; under 0.1 is called good. */
function countShifts(): void {
  const shifts = Object.assign(window, { shifted: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      shifts.shifted += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name }).first().click();
}

function fillAccount(button: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByLabel('Username').fill('katlive');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    const again = page.getByLabel('Confirm Password', { exact: true });
    if ((await again.count()) > 0) await again.fill('correct horse');
    await press(page, button);
  };
}
