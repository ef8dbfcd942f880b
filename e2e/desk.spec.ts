import { expect, type Page } from '@playwright/test';
import type { AlertDesk } from '#contract/alerts.ts';
import type { AlertSettings } from '#contract/moderation.ts';
import type { RouteReply } from '#contract/routes.ts';
import { blockStorage } from './block-storage.ts';
import {
  callAs,
  donate,
  listOn,
  openAs,
  openOverlay,
  pressAtRest,
  registerStreamer,
  secretOn,
} from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { stopClock } from './toast-time.ts';
import { desktop, phone, test } from './watched-page.ts';

const obs = { viewport: { width: 400, height: 600 } };
const moreThanAnHour = 3700;

// Cards stay their seven seconds, and a rejection its six.
test.describe.configure({ timeout: 180_000 });

const server = forFile(startJourneyServer);

const widgetUrlOn = (page: Page) => secretOn(page, /\/widget\/[\w-]+$/);
test('from the dashboard: test alert, pause and resume, skip, replay, mute', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const desk = page.getByRole('region', { name: 'Overlay' });
  await expect(desk.getByText('No overlay', { exact: true })).toBeVisible();
  await expect(page.getByText('0 of 5 done')).toBeVisible();

  const overlay = await openPage(obs);
  const volumes = await watchVolumes(overlay);
  const ranOut = countRanOut(overlay);
  await overlay.clock.install();
  await openOverlay(overlay, await widgetUrlOn(page));
  const card = overlay.locator('article');
  await expect(desk.getByText('On air')).toBeVisible();
  await expect(page.getByText('3 of 5 done')).toBeVisible();

  await stopClock(overlay);
  await desk.getByRole('button', { name: 'Send test alert' }).click();
  await expect(card).toBeVisible();
  await expect(desk.getByText(/ s left$/)).toBeVisible();
  await overlay.clock.resume();
  await expect(page.getByText('Overlay works')).toBeVisible({ timeout: 15_000 });
  const setUp = page.getByRole('region', { name: 'Set up OBS Studio' });
  await expect(setUp.getByRole('listitem').filter({ hasText: '(done)' })).toHaveCount(3);
  await expect(card).toHaveCount(0);
  expect(ranOut()).toBe(1);

  // From here on cards stay until they are skipped, however long the presses take.
  await stopClock(overlay);

  await desk.getByRole('button', { name: 'Pause alerts' }).click();
  await expect(desk.getByText('Paused', { exact: true })).toBeVisible();
  // Tests are sent during a pause also, and are not said to wait for its end.
  await desk.getByRole('button', { name: 'Send test alert' }).click();
  await expect(page.locator('.toast').last()).toHaveText('Test alert sent');
  await expect(card).toBeVisible();
  await desk.getByRole('button', { name: 'Skip this alert' }).click();
  await cardLeaves(overlay);
  expect(ranOut()).toBe(1);
  await expect(desk.getByRole('button', { name: 'Skip this alert' })).toBeFocused();
  await donate(server.url, kat, 'Zoë 🌻', 'hold me');
  await expect(listOn(page, /^Next/).getByText('Zoë 🌻')).toBeVisible();
  await expect(card).toHaveCount(0);
  await desk.getByRole('button', { name: 'Resume alerts' }).click();
  await expect(card).toContainText('hold me');

  await desk.getByRole('button', { name: 'Skip this alert' }).click();
  await cardLeaves(overlay);
  expect(ranOut()).toBe(1);

  await desk.getByRole('button', { name: 'Mute alerts' }).click();
  await expect(desk.getByText('Muted')).toBeVisible();
  await page.getByText('Recent', { exact: true }).click();
  // What was on stream for seconds can still be read.
  await expect(page.locator('.recent-alerts').getByText('hold me')).toBeVisible();
  await page.getByRole('button', { name: 'Replay the alert of Zoë 🌻' }).click();
  await expect(card).toContainText('hold me');
  await expect.poll(async () => (await volumes()).at(-1)).toBe(0);
  await desk.getByRole('button', { name: 'Unmute alerts' }).click();
  await expect.poll(async () => (await volumes()).at(-1)).toBe(1);
  await desk.getByRole('slider', { name: 'Volume' }).press('ArrowLeft');
  await expect(desk.getByText('95%')).toBeVisible();
  await expect.poll(async () => (await volumes()).at(-1)).toBeCloseTo(0.95);

  await desk.getByRole('button', { name: 'Skip this alert' }).focus();
  await page.keyboard.press('s');
  await cardLeaves(overlay);
  expect(ranOut()).toBe(1);
});

test('keys act in the dock wherever one is, and on the dashboard only within the card of the controls', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const next = listOn(page, /^Alerts$/).getByText('Test Donor');
  const sendTest = page.getByRole('button', { name: 'Send test alert' });
  await expect(sendTest).toBeEnabled();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('t');
  await page.keyboard.press('Space');
  await sendTest.click();
  await expect(next).toBeVisible();
  await page.keyboard.press('m');
  // The button turns at once; the log tells of it when the server has heard it.
  const logged = async () => {
    const log = await page.request.get(`${server.url}/api/alerts/log`, {
      headers: { authorization: `Bearer ${kat.token}` },
    });
    const { data } = (await log.json()) as { data: { action: string }[] };
    return data.map(({ action }) => action);
  };
  await expect.poll(logged).toEqual(['mute', 'test']);

  await page.goto(`${server.url}/dock`);
  await expect(page.getByRole('button', { name: 'Pause alerts' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Resume alerts' })).toBeVisible();
});

test('an answer that comes after newer news of the desk takes nothing back', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  await openOverlay(await openPage(obs), await widgetUrlOn(page));
  const desk = page.getByRole('region', { name: 'Overlay' });
  await expect(desk.getByText('On air')).toBeVisible();
  const skip = desk.getByRole('button', { name: 'Skip this alert' });
  await page.route('**/api/alerts/test', async (route) => {
    const response = await route.fetch();
    // Read before the alert was sent, and late on its way.
    const json = { ...((await response.json()) as AlertDesk), now: null };
    await expect(skip).toHaveAttribute('aria-disabled', 'false');
    await route.fulfill({ response, json });
  });
  await desk.getByRole('button', { name: 'Send test alert' }).click();
  await expect(page.locator('.toast').last()).toHaveText('Test alert sent');
  expect(await skip.getAttribute('aria-disabled')).toBe('false');
});

test('a moderator approves, masks and rejects by a link without sums, and is cut off when it ends', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const overlay = await openPage(obs);
  const ranOut = countRanOut(overlay);
  await overlay.clock.install();
  await openOverlay(overlay, await widgetUrlOn(page));
  const card = overlay.locator('article');
  // Cards stay until they are skipped, however long the presses take.
  await stopClock(overlay);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Approve every alert first' }).check();
  await page.getByLabel('Your own words').fill('spoiler');
  await pressAtRest(page.getByRole('button', { name: 'Save alert settings' }));
  await expect(page.getByText('Settings updated successfully')).toBeVisible();
  await page.getByRole('button', { name: 'New moderator link' }).click();
  await page.getByLabel('Who is it for?').fill('Mia');
  await page.getByRole('switch', { name: 'Hide amounts' }).check();
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = await secretOn(page, /\/dock#\S+$/);
  await page.getByRole('button', { name: 'Done' }).click();

  const mia = await openPage(phone, 401);
  await mia.goto(link);
  await expect(mia.getByText(kat.username)).toBeVisible();
  await expect(mia.getByText('Moderator', { exact: true })).toBeVisible();
  await expect(mia).toHaveURL(`${server.url}/dock`);
  await expect(mia.getByRole('link')).toHaveCount(0);
  expect(await mia.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await donate(server.url, kat, 'Ada', 'first one');
  await donate(server.url, kat, 'Ben', 'a Spoiler here');
  await donate(server.url, kat, 'Cem', 'unkind words');
  const held = listOn(mia, /^To approve/);
  await expect(held.getByRole('listitem')).toHaveCount(3);
  await expect(mia).toHaveTitle(/^\(3\) Dock/);
  await expect(held.locator('mark')).toHaveText('Spoiler');
  await expect(mia.getByText(/SOL/)).toHaveCount(0);
  await expect(card).toHaveCount(0);
  // Without an amount no empty line is left below the name.
  const middles = await held
    .getByRole('listitem')
    .filter({ hasText: 'Ada' })
    .locator('.avatar, .name')
    .evaluateAll((parts) =>
      parts.map((part) => part.getBoundingClientRect()).map((box) => box.top + box.bottom),
    );
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0))).toBeLessThan(4);

  await pressAtRest(mia.getByRole('button', { name: 'Approve the alert of Ada' }));
  await expect(card).toContainText('first one');
  await mia.getByRole('button', { name: 'Skip this alert' }).click();
  await cardLeaves(overlay);
  expect(ranOut()).toBe(0);
  // When the row of Ada leaves, that of Ben moves and takes no press for a moment.
  await expect(mia.locator('.qi.decided')).toHaveCount(0);
  await expect(held.getByText('Masked', { exact: true })).toBeVisible();
  await expect(mia.getByRole('button', { name: 'Mask the alert of Ben' })).toHaveCount(0);
  await pressAtRest(mia.getByRole('button', { name: 'Approve the alert of Ben' }));
  await expect(card).toContainText('Ben');
  await expect(card).not.toContainText('Spoiler');
  await mia.getByRole('button', { name: 'Skip this alert' }).click();
  await cardLeaves(overlay);

  await expect(mia.locator('.qi.decided')).toHaveCount(0);
  await pressAtRest(mia.getByRole('button', { name: 'Reject the alert of Cem' }));
  await pressAtRest(mia.getByRole('button', { name: 'Undo' }));
  await pressAtRest(mia.getByRole('button', { name: 'Reject the alert of Cem' }));
  await expect(mia.getByText('Rejected: Cem')).toBeVisible();
  // A page that goes away sends what was decided, and knows its link again without the part behind #.
  await mia.reload();
  await expect(mia.getByText('Nothing waits.')).toBeVisible();
  await expect(card).toHaveCount(0);
  await mia.getByText('Recent', { exact: true }).click();
  await pressAtRest(mia.getByRole('button', { name: 'Replay the alert of Ada' }));
  await expect(card).toContainText('first one');
  await mia.getByRole('button', { name: 'Skip this alert' }).click();
  await cardLeaves(overlay);
  expect(ranOut()).toBe(0);

  const authorization = `Bearer ${await mia.evaluate(() => localStorage.getItem('dock-token'))}`;
  const paths = ['/users/me', '/alerts/settings', '/access-tokens', '/donations/my', '/donations/link'];
  const refused = await Promise.all(
    paths.map((path) => fetch(`${server.url}/api${path}`, { headers: { authorization } })),
  );
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);

  await page.reload();
  await expect(page.getByText('Mia (moderator) rejected the alert of Cem')).toBeVisible();
  await page.getByRole('button', { name: 'End Mia' }).click();
  await page.getByRole('button', { name: 'End it' }).click();
  await expect(mia.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
  await mia.reload();
  await expect(mia.getByRole('heading', { name: 'Nobody is signed in here' })).toBeVisible();
});

test('a dock by a token that opens other calls says which it needs, in both languages, and forgets the link', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const made = await callAs<{ token: string }>(server.url, kat, 'POST', '/access-tokens', {
    scopes: ['webhooks'],
    name: 'Bot',
  });
  const words = {
    'en-US': /takes one with `alerts`\. Make one in Settings, under ‘Moderators and tools’/,
    'es-ES': /hace falta una con `alerts`\. Crea una en Ajustes, en «Moderadores y herramientas»/,
  };
  const forget = { 'en-US': 'Forget this link here', 'es-ES': 'Olvidar este enlace aquí' };
  for (const locale of ['en-US', 'es-ES'] as const) {
    const dock = await openPage({ ...obs, locale }, 403);
    await dock.goto(`${server.url}/dock#${made.token}`);
    await expect(dock.getByRole('alert')).toHaveText(words[locale]);
    await dock.getByRole('button', { name: forget[locale] }).click();
    await expect(dock.getByRole('alert')).toHaveCount(0);
    expect(await dock.evaluate(() => localStorage.getItem('dock-token'))).toBeNull();
  }
});

test('the dock goes on with the session of whoever signed in again in another tab', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const dock = await openPage(obs, 401);
  await dock.goto(`${server.url}/dock`);
  await expect(dock.getByRole('heading', { name: 'Nobody is signed in here' })).toBeVisible();
  const tab = await dock.context().newPage();
  await tab.goto(`${server.url}/guide`);
  const store = (token: string) => tab.evaluate((kept) => localStorage.setItem('token', kept), token);
  await store(kat.token);
  const pause = dock.getByRole('button', { name: 'Pause alerts' });
  await expect(pause).toBeVisible();

  const signIn = { username: kat.username, password: 'correct horse' };
  const { token: again } = await callAs<{ token: string }>(server.url, kat, 'POST', '/auth/login', signIn);
  await store(again);
  const connectedAgain = dock.waitForEvent('websocket');
  await callAs(server.url, kat, 'POST', '/auth/logout', {});
  await connectedAgain;
  await expect(pause).toBeVisible();
  await callAs(server.url, { ...kat, token: again }, 'POST', '/auth/logout', {});
  await expect(dock.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
});

test('the alerts keep their focus and what is opened in them when they move up and down the dashboard', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  const settings = await callAs<AlertSettings>(server.url, kat, 'GET', '/alerts/settings');
  await callAs(server.url, kat, 'PUT', '/alerts/settings', { ...settings, approveFirst: true });
  await donate(server.url, kat, 'Ada', 'A rather long message. '.repeat(12));
  await openAs(page, kat, `${server.url}/app`);
  await pressAtRest(page.getByRole('button', { name: 'Approve the alert of Ada' }));
  await expect(listOn(page, /^Next/).getByRole('listitem')).toHaveCount(1);
  await donate(server.url, kat, 'Ben', 'first one');
  const [alerts, chart] = [listOn(page, /^Alerts/), listOn(page, /^Last 14 days/)];
  const isAboveChart = async () =>
    ((await alerts.boundingBox())?.y ?? 0) < ((await chart.boundingBox())?.y ?? 0);
  await expect(page.getByRole('button', { name: 'Approve the alert of Ben' })).toBeVisible();
  await expect(chart.getByRole('slider')).toBeVisible();
  expect(await isAboveChart()).toBe(true);

  const message = listOn(page, /^Next/).getByRole('button', { name: /^A rather long message/ });
  await message.click();
  const takeOut = page.getByRole('button', { name: 'Take the alert of Ada out of the queue' });
  await takeOut.focus();
  const { toApprove } = await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts');
  await callAs(server.url, kat, 'POST', `/alerts/${toApprove[0]?.id}/reject`);
  await expect.poll(isAboveChart).toBe(false);
  await expect(takeOut).toBeFocused();
  await expect(message).toHaveAttribute('aria-expanded', 'true');

  await alerts.getByText('Recent', { exact: true }).click();
  const replay = alerts.getByRole('button', { name: 'Replay the alert of Ben' });
  await replay.focus();
  await donate(server.url, kat, 'Cem', 'second one');
  await expect.poll(isAboveChart).toBe(true);
  await expect(replay).toBeFocused();
  await expect(message).toHaveAttribute('aria-expanded', 'true');
});

test('Tab goes through the dashboard in the order that is seen, wherever the alerts stand', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await donate(server.url, kat, 'Ada', 'first one');
  // Who comes before it is counted has the set-up before the money, and keeps it there for the visit.
  const stats = () => callAs<RouteReply<'donationStats'>>(server.url, kat, 'GET', '/donations/stats');
  await expect.poll(async () => (await stats()).totalDonations).toBe(1);
  await openAs(page, kat, `${server.url}/app`);
  const [alerts, recent] = [listOn(page, /^Alerts/), listOn(page, /^Recent donations/)];
  await expect(listOn(page, /^Next/).getByRole('listitem')).toHaveCount(1);
  const ready = listOn(page, /^Almost ready/);
  const lastOfReady = ready.getByRole('button', { name: 'Turn on word filter' });
  await recent.getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect(ready.getByRole('link').first()).toBeFocused();
  await lastOfReady.focus();
  await page.keyboard.press('Tab');
  await expect(alerts.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  await expect(lastOfReady).toBeFocused();
});

test('an alert that nobody saw for an hour waits in the tray to be played or dismissed', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const widgetUrl = await widgetUrlOn(page);
  await donate(server.url, kat, 'Ada', 'play me');
  await donate(server.url, kat, 'Ben', 'dismiss me');
  await expect(listOn(page, /^Next/).getByRole('listitem')).toHaveCount(2);
  await server.write(`update alerts set queued_at = queued_at - interval '${moreThanAnHour} seconds'`);

  const overlay = await openPage(obs);
  await openOverlay(overlay, widgetUrl);
  const tray = listOn(page, /^Tray/);
  await expect(tray.getByRole('listitem')).toHaveCount(2);
  await expect(overlay.locator('article')).toHaveCount(0);

  await pressAtRest(page.getByRole('button', { name: 'Play the alert of Ada' }));
  await expect(overlay.locator('article')).toContainText('play me');
  // The rows move once more when the card has gone, and take no press then.
  const dismissed = tray.getByText('Dismissed: Ben');
  await expect(async () => {
    if (!(await dismissed.isVisible()))
      await page.getByRole('button', { name: 'Dismiss the alert of Ben' }).click({ timeout: 1000 });
    await expect(dismissed).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(tray).toHaveCount(0);
});

test('a replaced widget link stops the old overlay, and the new one is on air', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const desk = page.getByRole('region', { name: 'Overlay' });
  const oldUrl = await widgetUrlOn(page);
  const overlay = await openPage(obs);
  await openOverlay(overlay, oldUrl);
  await expect(desk.getByText('On air')).toBeVisible();

  await page.getByRole('button', { name: 'Replace the widget link' }).click();
  await page.getByRole('button', { name: 'Replace the link' }).click();
  await expect(page.getByText('Widget link replaced')).toBeVisible();
  await expect(desk.getByText('No overlay', { exact: true })).toBeVisible();
  const newUrl = await widgetUrlOn(page);
  expect(newUrl).not.toBe(oldUrl);

  const drag = page.getByRole('link', { name: 'Drag this into OBS' });
  await openOverlay(await openPage(obs), (await drag.getAttribute('href')) ?? '');
  await expect(desk.getByText('On air')).toBeVisible();
});

test('a dock link for OBS opens the whole desk and nothing else', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  await page.getByRole('button', { name: 'Dock for OBS' }).click();
  await page.getByRole('button', { name: 'Make dock link' }).click();
  const link = await secretOn(page, /\/dock#\S+$/);
  await page.getByRole('button', { name: 'Done' }).click();

  const dock = await openPage({ viewport: { width: 300, height: 700 } });
  await dock.goto(link);
  await expect(dock.getByText('No alert has been shown yet.')).toBeVisible();
  expect(await dock.evaluate(() => document.documentElement.scrollWidth)).toBe(300);
  await dock.getByRole('button', { name: 'Test' }).click();
  await expect(listOn(dock, /^Next/).getByRole('listitem')).toHaveCount(1);
  await dock.getByRole('heading', { name: 'Next' }).click();
  await dock.keyboard.press('Space');
  await expect(dock.getByRole('button', { name: 'Resume alerts' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume alerts' })).toBeVisible();

  await page.goto(`${server.url}/dock`);
  await expect(page.getByRole('button', { name: 'Resume alerts' })).toBeVisible();

  const blocked = await openPage({ viewport: { width: 300, height: 700 } });
  await blockStorage(blocked);
  await blocked.goto(link);
  await blocked.getByRole('button', { name: 'Resume alerts' }).click();
  await expect(dock.getByRole('button', { name: 'Pause alerts' })).toBeVisible();
  const shortcuts = blocked.getByRole('switch', { name: 'Keyboard shortcuts' });
  await shortcuts.uncheck();
  await expect(shortcuts).not.toBeChecked();
  await expect(blocked).toHaveURL(`${server.url}/dock`);
});

test('a dock is on air when the overlay opens while it is being read, and what it reads is of before', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const dock = await openPage({ viewport: { width: 300, height: 700 } });
  const held: (() => Promise<void>)[] = [];
  let readings = 0;
  // The second is the one that follows the connection.
  await dock.route('**/api/alerts', async (route) => {
    readings += 1;
    if (readings !== 2) return await route.continue();
    const response = await route.fetch();
    held.push(() => route.fulfill({ response }));
  });
  await openAs(dock, kat, `${server.url}/dock`);
  await expect.poll(() => held.length).toBe(1);
  const { linkCode } = await callAs<{ linkCode: string }>(server.url, kat, 'GET', '/donations/link');
  await openOverlay(await openPage(obs), `${server.url}/widget/${linkCode}`);
  await expect(dock.getByText('On air', { exact: true })).toBeVisible();
  await expect.poll(() => readings).toBe(3);
  await held[0]?.();
  await expect(dock.getByText('On air', { exact: true })).toBeVisible();
});

test('what the account decides is saved at once, the payout address only with the password', async ({
  openPage,
}) => {
  const [kat, other] = [await registerStreamer(server.url), await registerStreamer(server.url)];
  const page = await openPage(phone, 400);
  await openAs(page, kat, `${server.url}/app/settings`);
  await page.getByRole('switch', { name: 'Accept donations' }).uncheck();
  await expect(page.getByText('Settings updated successfully')).toBeVisible();
  const donor = await openPage(phone, 404);
  await donor.goto(`${server.url}/donate/${kat.donationLink}`);
  await expect(donor.getByText('This donation link is invalid or has been disabled.')).toBeVisible();

  await page.getByLabel('Time zone', { exact: true }).selectOption('Europe/Lisbon');
  await expect(page.getByLabel('Time zone', { exact: true })).toBeEnabled();
  const payout = page.getByLabel('Payout address');
  await payout.fill('nonsense');
  await page.getByRole('button', { name: 'Save payout address' }).click();
  await expect(payout).toHaveAttribute('aria-invalid', 'true');

  // The password was typed a moment ago, at registration: here it is made to be long ago, once.
  const message = 'Please type your password again to continue.';
  const forgotten = { status: 403, json: { code: 'confirm_password', message } };
  const watched = await openPage(phone, 403);
  await openAs(watched, kat, `${server.url}/app/settings`);
  await watched.route('**/api/account', (route) => route.fulfill(forgotten), { times: 1 });
  await watched.getByLabel('Payout address').fill(other.walletAddress);
  await watched.getByRole('button', { name: 'Save payout address' }).click();
  const asking = watched.getByRole('dialog', { name: 'Type your password again' });
  await asking.getByLabel('Password', { exact: true }).fill('correct horse');
  await asking.getByRole('button', { name: 'Save payout address' }).click();
  await expect(watched.getByText('Settings updated successfully')).toBeVisible();
  await watched.reload();
  await expect(watched.getByLabel('Payout address')).toHaveValue(other.walletAddress);
  await expect(watched.getByLabel('Time zone', { exact: true })).toHaveValue('Europe/Lisbon');
});

/** Waits until no card stands on an overlay whose clock stands still. */
async function cardLeaves(overlay: Page): Promise<void> {
  const card = overlay.locator('article');
  await expect.poll(async () => overlay.clock.runFor(100).then(() => card.count())).toBe(0);
}

/** How many cards have stayed their whole time: the overlay says so of them, and of none that was skipped. */
function countRanOut(overlay: Page): () => number {
  let count = 0;
  overlay.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('mark_donation_shown')) count += 1;
    }),
  );
  return () => count;
}

/** The volume of what the overlay plays, each time that it changes; 0 while it is muted. */
async function watchVolumes(overlay: Page): Promise<() => Promise<number[]>> {
  await overlay.addInitScript(() => {
    const volumes: number[] = [];
    Object.assign(window, { e2eVolumes: volumes });
    const original: () => Promise<void> = Reflect.get(HTMLMediaElement.prototype, 'play');
    HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement) {
      const note = () => volumes.push(this.muted ? 0 : this.volume);
      note();
      this.addEventListener('volumechange', note);
      return original.call(this);
    };
  });
  return () => overlay.evaluate(() => (window as unknown as { e2eVolumes: number[] }).e2eVolumes);
}
