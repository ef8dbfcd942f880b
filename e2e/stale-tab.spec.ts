import { expect, type Locator, type Page } from '@playwright/test';
import { type RouteInput, type RouteName, type RouteReply, routes } from '#contract/routes.ts';
import { button, field, toast } from './page-parts.ts';
import { desktop, hearNothing, minimum } from './settings-page.ts';
import { type Account, changeAlertSettings, openSignedIn, refuse } from './streamer-account.ts';
import { test as watched } from './watched-page.ts';

// Two tabs of one browser: what one has saved stays, whatever the other one saves that was opened before.
const clips = (page: Page) => page.getByLabel(/^Clips from this amount on/);
const tokenSwitch = (page: Page) => page.getByRole('switch', { name: 'Take tUSDC' });
const leastOfToken = (page: Page) => page.getByLabel('Minimum donation in tUSDC');
const addRule = (page: Page) => button(page, 'Add rule');
const goalOf = (page: Page) => page.getByRole('region', { name: 'Goal bar' });
const boardOf = (page: Page) => page.getByRole('region', { name: 'Leaderboard' });

/** Journeys of two tabs that show the same, of which the second does not know what the first one saves. */
const test = watched.extend<{
  openTwice: (path: string, shown: (tab: Page) => Locator) => Promise<{ page: Page; stale: Page }>;
}>({
  openTwice: async ({ account, openPage }, use) => {
    await use(async (path, shown) => {
      const page = await openPage(desktop);
      await openSignedIn(page, account.token, path);
      await expect(shown(page)).toBeVisible();
      const stale = await page.context().newPage();
      await stale.goto(path);
      await expect(shown(stale)).toBeVisible();
      return { page, stale };
    });
  },
});

/** Presses a save button, and waits until the server has stored it and the form is at rest. */
async function save(page: Page, name: string): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
  await button(page, name).click();
  expect((await answer).status()).toBe(200);
  await expect(button(page, name)).toBeEnabled();
}
const saveSettings = (page: Page) => save(page, 'Save Settings');
const saveAlerts = (page: Page) => save(page, 'Save alert settings');
const saveGoal = (page: Page) => save(page, 'Save goal');

/** What the server answers to a call without parameters. */
async function stored<Name extends RouteName>(
  page: Page,
  { token }: Account,
  name: Name,
): Promise<RouteReply<Name>> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await page.request.get(`/api${routes[name].path}`, { headers });
  return (await reply.json()) as RouteReply<Name>;
}

test('a tab that was opened before undoes no minimum that another one saved, and shows it once it has saved', async ({
  account,
  openTwice,
}) => {
  const { page, stale } = await openTwice('/app/settings', minimum);
  const user = () => stored(page, account, 'usersMe');
  await minimum(page).fill('0.5');
  await field(page, 'Preset amount 1').fill('0.7');
  await saveSettings(page);

  await stale.getByText('Ocean waves').click();
  await saveSettings(stale);
  expect(await user()).toMatchObject({ minDonationAmount: 0.5, presetAmounts: [0.7] });
  expect(JSON.parse((await user()).cardGradient ?? 'null')).toMatchObject({ gradientType: 'ocean' });
  await expect(minimum(stale)).toHaveValue('0.5');
  await expect(field(stale, 'Preset amount 1')).toHaveValue('0.7');

  // The first tab has become the stale one: pressing alone undoes nothing either.
  await saveSettings(page);
  expect(JSON.parse((await user()).cardGradient ?? 'null')).toMatchObject({ gradientType: 'ocean' });
  await expect(page.getByRole('radio', { name: 'Ocean waves' })).toBeChecked();

  // What both have changed is as it was saved last.
  await minimum(page).fill('0.6');
  await saveSettings(page);
  await minimum(stale).fill('0.8');
  await saveSettings(stale);
  expect((await user()).minDonationAmount).toBe(0.8);
});

test('what another device saves is seen in an open page at once, and what is being typed stays', async ({
  account,
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  await expect(clips(page)).toBeVisible();
  await field(page, 'Preset amount 1').fill('0.7');
  await field(page, 'Your own words').fill('half a wo');
  const headers = { authorization: `Bearer ${account.token}` };
  const elsewhere = {
    minDonationAmount: 0.5,
    cardColor: '#22c55e',
    cardGradient: null,
    presetAmounts: [0.9],
  };
  expect((await request.put('/api/donations/settings', { headers, data: elsewhere })).status()).toBe(200);
  await expect(minimum(page)).toHaveValue('0.5');
  await changeAlertSettings(request, account, { clipMinimumAmount: 0.4, ownWords: ['other'] });
  await expect(clips(page)).toHaveValue('0.4');
  await expect(field(page, 'Preset amount 1')).toHaveValue('0.7');
  await expect(field(page, 'Your own words')).toHaveValue('half a wo');
});

test('what another device saves while a page has no live connection is seen once it has one', async ({
  account,
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  const saved = Promise.withResolvers<void>();
  await page.route('**/socket.io/**', async (route) => {
    await saved.promise;
    await route.continue();
  });
  await openSignedIn(page, account.token, '/app/settings');
  await expect(clips(page)).toBeVisible();
  const headers = { authorization: `Bearer ${account.token}` };
  const elsewhere = { minDonationAmount: 0.5, cardColor: '#22c55e', cardGradient: null };
  expect((await request.put('/api/donations/settings', { headers, data: elsewhere })).status()).toBe(200);
  await changeAlertSettings(request, account, { clipMinimumAmount: 0.4 });
  saved.resolve();
  await expect(minimum(page)).toHaveValue('0.5');
  await expect(clips(page)).toHaveValue('0.4');
});

test('a rule and a token that another device has changed are seen in open pages at once', async ({
  account,
  openPage,
  request,
}) => {
  const headers = { authorization: `Bearer ${account.token}` };
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/alerts');
  await expect(addRule(page)).toBeVisible();
  const rule: RouteInput<'createAlertRule'>['body'] = {
    kind: 'from',
    amount: 0.5,
    style: null,
    builtInSound: null,
    soundId: null,
    volume: 100,
    seconds: 7,
    showsMessage: true,
    playsClip: true,
  };
  const made = await request.post('/api/alerts/rules', { headers, data: rule });
  expect(made.ok()).toBe(true);
  await expect(page.getByRole('heading', { name: 'From 0.5 SOL on' })).toBeVisible();

  await page.goto('/app/settings');
  await expect(tokenSwitch(page)).toBeVisible();
  await expect(minimum(page)).toBeVisible();
  const wasOn = await tokenSwitch(page).isChecked();
  const [token] = (await stored(page, account, 'myTokens')).data;
  const changed = await request.put(`/api/tokens/${token?.mint}`, { headers, data: { isOn: !wasOn } });
  expect(changed.ok()).toBe(true);
  await expect(tokenSwitch(page)).toBeChecked({ checked: !wasOn });
});

test('of two tabs that save at the same moment neither undoes what the other one saves', async ({
  account,
  openTwice,
}) => {
  const { page, stale } = await openTwice('/app/settings', minimum);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/donations/settings', async (route) => {
    await released;
    await route.continue();
  });
  await minimum(page).fill('0.5');
  const isHeld = page.waitForRequest('**/api/donations/settings');
  const saved = saveSettings(page);
  await isHeld;
  await stale.getByText('Ocean waves').click();
  const savedToo = saveSettings(stale);
  // It waits for its turn, instead of reading the minimum as it was.
  await expect
    .poll(() => stale.evaluate(async () => (await navigator.locks.query()).pending))
    .toHaveLength(1);
  release();
  await Promise.all([saved, savedToo]);
  const user = await stored(page, account, 'usersMe');
  expect(user.minDonationAmount).toBe(0.5);
  expect(JSON.parse(user.cardGradient ?? 'null')).toMatchObject({ gradientType: 'ocean' });
});

test('a tab that was opened before takes no word off the filter by saving a minimum for clips', async ({
  account,
  openTwice,
}) => {
  const { page, stale } = await openTwice('/app/settings', clips);
  const rules = () => stored(page, account, 'alertSettings');
  await field(page, 'Your own words').fill('slur1\nslur2');
  await saveAlerts(page);
  await clips(stale).fill('0.4');
  await saveAlerts(stale);
  expect(await rules()).toMatchObject({ ownWords: ['slur1', 'slur2'], clipMinimumAmount: 0.4 });
  await expect(field(stale, 'Your own words')).toHaveValue('slur1\nslur2');
});

test('a goal that was opened before keeps what another tab has saved of it', async ({
  account,
  openTwice,
}) => {
  const { page, stale } = await openTwice('/app/widgets', goalOf);
  await goalOf(page).getByLabel('Goal (SOL)').fill('7');
  await saveGoal(page);
  await goalOf(stale).getByLabel('What you collect for').fill('A chair');
  await saveGoal(stale);
  const { settings } = await stored(page, account, 'widgets');
  expect(settings.goal).toEqual({ title: 'A chair', target: 7, offset: 0 });
  await expect(goalOf(stale).getByLabel('Goal (SOL)')).toHaveValue('7');

  await boardOf(page).getByLabel('Places').selectOption('3');
  await expect(boardOf(page).getByLabel('Places')).not.toHaveAttribute('aria-disabled', 'true');
  await boardOf(stale).getByLabel('Counts').selectOption('Today');
  await expect(boardOf(stale).getByLabel('Places')).toHaveValue('3');
  const { leaderboard } = (await stored(page, account, 'widgets')).settings;
  expect(leaderboard).toEqual({ span: 'day', places: 3 });
});

test('what is kept of a form while other pages are open is what was touched, and no more', async ({
  account,
  openTwice,
}) => {
  const { page, stale } = await openTwice('/app/settings', minimum);
  await stale.getByText('Ocean waves').click();
  await stale.getByRole('link', { name: 'Dashboard' }).click();
  await minimum(page).fill('0.5');
  await saveSettings(page);
  await stale.getByRole('link', { name: 'Settings' }).click();
  await expect(stale.getByRole('radio', { name: 'Ocean waves' })).toBeChecked();
  await saveSettings(stale);
  expect((await stored(page, account, 'usersMe')).minDonationAmount).toBe(0.5);
});

test('a token that another tab has switched off stays off when its minimum is saved', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  await tokenSwitch(page).press('Space');
  await expect(leastOfToken(page)).toBeVisible();
  const stale = await page.context().newPage();
  await hearNothing(stale);
  await stale.goto('/app/settings');
  await expect(leastOfToken(stale)).toBeVisible();
  await tokenSwitch(page).press('Space');
  await expect(leastOfToken(page)).toHaveCount(0);
  await leastOfToken(stale).fill('2,5');
  await button(stale, 'Save minimum of tUSDC').click();
  await expect(leastOfToken(stale)).toHaveCount(0);
  const [token] = (await stored(page, account, 'myTokens')).data;
  expect(token).toMatchObject({ isOn: false, minAmount: '2.5' });
});

test('what another tab has saved of reading aloud stays, whether this one has heard of it or not', async ({
  account,
  openTwice,
}) => {
  const voices = 'The voices of your overlay';
  const { page, stale } = await openTwice('/app/alerts', (tab) => tab.getByLabel(voices));
  await page.getByLabel(voices).check();
  await save(page, 'Save reading aloud');
  // It looks again by itself.
  await expect(stale.getByLabel(voices)).toBeChecked();
  await expect(stale.getByText('Unsaved changes.')).toHaveCount(0);
  await field(page, 'Language').selectOption('German');
  await save(page, 'Save reading aloud');
  await field(stale, 'From this amount on (SOL)').fill('0.3');
  await save(stale, 'Save reading aloud');
  expect(await stored(page, account, 'speech')).toMatchObject({
    source: 'browser',
    language: 'de',
    minimumAmount: 0.3,
  });
});

const editRule = (page: Page) => page.getByRole('button', { name: 'Edit: From 0.5 SOL on' });
const saveRule = (page: Page) => page.getByRole('button', { name: 'Save rule' });

test('a rule that is edited keeps what another tab has saved of it, also where it was left and opened again', async ({
  account,
  openTwice,
}) => {
  const { page, stale } = await openTwice('/app/alerts', addRule);
  await addRule(page).click();
  await field(page, 'Amount (SOL)').fill('0.5');
  await saveRule(page).click();
  await expect(editRule(page)).toBeVisible();
  await stale.reload();
  await editRule(stale).click();
  await field(stale, 'How long the card stands').selectOption('12');

  await editRule(page).click();
  await page.getByRole('switch', { name: 'Show the message' }).uncheck();
  await saveRule(page).click();
  await expect(editRule(page)).toBeVisible();
  await stale.locator('#main').getByRole('link', { name: 'Settings' }).click();
  await stale.getByRole('link', { name: 'Manage rules, sounds and voice' }).click();
  await expect(field(stale, 'How long the card stands')).toHaveValue('12');

  await editRule(page).click();
  await page.getByRole('switch', { name: 'A style of its own' }).check();
  await page.getByText('Fire flame').first().click();
  await saveRule(page).click();
  await expect(editRule(page)).toBeVisible();
  await saveRule(stale).click();
  await expect(editRule(stale)).toBeVisible();
  const [rule] = (await stored(page, account, 'alertRules')).rules;
  expect(rule).toMatchObject({
    seconds: 12,
    showsMessage: false,
    style: { cardGradient: expect.anything() },
  });
});

test('a tab that is looked at again shows what is saved now, and leaves what is typed in it', async ({
  account,
  openPage,
  request,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  await field(page, 'Preset amount 2').fill('0.9');
  await field(page, 'Your own words').fill('mine');
  const headers = { authorization: `Bearer ${account.token}` };
  const data = { minDonationAmount: 0.5, cardColor: '#123456', cardGradient: null };
  expect((await request.put('/api/donations/settings', { headers, data })).status()).toBe(200);
  await changeAlertSettings(request, account, { allowedWords: ['other'] });
  const payoutAddress = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
  expect((await request.put('/api/account', { headers, data: { payoutAddress } })).status()).toBe(200);
  // What was read a moment ago is not read anew.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(minimum(page)).toHaveValue('0.5', { timeout: 500 });
    await expect(field(page, 'Words that are allowed')).toHaveValue('other', { timeout: 500 });
  }).toPass();
  await expect(field(page, 'Primary color')).toHaveValue('#123456');
  await expect(field(page, 'Preset amount 2')).toHaveValue('0.9');
  // Nothing offers to take the address away again as if that had been typed.
  await expect(page.getByLabel('Payout address')).toHaveValue(payoutAddress);
  await expect(page.getByRole('button', { name: 'Use the generated wallet' })).toHaveCount(0);
  // The name still follows the primary color, from the one that came.
  await field(page, 'Primary color').fill('#654321');
  await expect(field(page, 'Name').first()).toHaveValue('#654321');
  await expect(field(page, 'Your own words')).toHaveValue('mine');
});

test('where what is saved now cannot be read nothing is saved, which is said, and what was typed stays', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop, 500);
  await openSignedIn(page, account.token, '/app/settings');
  const words = { message: 'Words of the server.', code: 'internal' };
  await minimum(page).fill('0.5');
  await field(page, 'Your own words').fill('mine');
  for (const path of ['/users/me', '/auth/me', '/alerts/settings']) await refuse(page, path, 500, words);
  for (const name of ['Save Settings', 'Save alert settings']) {
    await button(page, name).click();
    await expect(toast(page, words.message)).toHaveRole('alert');
    await expect(page.locator('.toast')).toHaveCount(0);
  }
  await expect(minimum(page)).toHaveValue('0.5');
  await expect(field(page, 'Your own words')).toHaveValue('mine');
  expect((await stored(page, account, 'usersMe')).minDonationAmount).toBe(0.002);
});
