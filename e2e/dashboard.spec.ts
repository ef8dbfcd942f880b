import { expect, type Page } from '@playwright/test';
import { withDays } from './chart-days.ts';
import {
  callAs,
  donate,
  openAs,
  openOverlay,
  pressAtRest,
  registerStreamer,
  secretOn,
  widgetUrlOf,
} from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { stopClock } from './toast-time.ts';
import { desktop, phone, test } from './watched-page.ts';

const server = forFile(startJourneyServer);

const region = (page: Page, name: string) => page.getByRole('region', { name });
const figure = (page: Page, name: string) =>
  page.locator('.stat').filter({ hasText: name }).getByRole('definition');

test('every text of the specification stands on the dashboard', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByText(`Welcome back, ${kat.username}`)).toBeVisible();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Dashboard – Brava');

  await expect(figure(page, 'Total Donations')).toHaveText('0');
  await expect(figure(page, 'Total Amount')).toHaveText('0.000000 SOL');
  await expect(figure(page, 'Today')).toHaveText('0');

  const link = region(page, 'Donation Link');
  await expect(link.getByText(`${server.url}/donate/${kat.donationLink}`)).toBeVisible();
  const widget = region(page, 'OBS Widget');
  await expect(widget.getByText(new RegExp(`^${server.url}/widget/[\\w-]+$`))).toBeVisible();
  await expect(widget.getByText('Recommended size: 400x600px')).toBeVisible();
  // Whoever reads the donation link on stream cannot open the widget with it.
  await expect(widget.getByText(kat.donationLink)).toHaveCount(0);

  await expect(region(page, 'Set up OBS Studio').getByRole('listitem')).toHaveText([
    /Open OBS Studio/,
    /Add a Browser Source/,
    /Paste the widget URL/,
    /Set width 400 and height 600/,
    /Position it in your scene/,
  ]);
  await expect(region(page, 'Pro Tips').getByRole('listitem')).toHaveText([
    'Place the widget in a corner',
    "Enable 'Shutdown source when not visible' and 'Refresh browser when scene becomes active'",
    'Resize freely',
    'New donations appear automatically',
  ]);
  const wallet = region(page, 'Wallet Information');
  await expect(wallet.getByText(`${kat.walletAddress.slice(0, 8)}…`)).toBeVisible();
  await expect(wallet.getByText('Solana Devnet')).toBeVisible();
  await expect(wallet.getByText('Minimum Donation')).toBeVisible();
  await expect(wallet.getByText('0.002000 SOL')).toBeVisible();
  // Who looks for the money in that wallet is told where it goes.
  await expect(wallet.getByText('This wallet')).toBeVisible();
  const choose = wallet.getByRole('link', { name: 'Use your own wallet' });
  await expect(choose).toHaveAttribute('href', '/app/settings#payout');
  const payoutAddress = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
  await callAs(server.url, kat, 'PUT', '/account', { payoutAddress });
  await expect(wallet.getByText(`${payoutAddress.slice(0, 8)}…`)).toBeVisible();
  await expect(wallet.getByText('This wallet')).toHaveCount(0);
  await expect(choose).toHaveCount(0);
});

test('what is copied is the whole value, is said, and shows for two seconds', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.clock.install();
  await openAs(page, kat, `${server.url}/app`);
  const widgetUrl = await secretOn(page, /\/widget\/[\w-]+$/);
  const copies = [
    ['Copy donation link', 'Donation link copied!', `${server.url}/donate/${kat.donationLink}`],
    ['Copy widget URL', 'Widget URL copied!', widgetUrl],
    ['Copy wallet address', 'Wallet address copied!', kat.walletAddress],
  ] as const;
  for (const [name, toast, value] of copies) {
    await stopClock(page);
    const button = page.getByRole('button', { name });
    await button.click();
    await expect(page.getByRole('status').filter({ hasText: toast })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
    await expect(button).toHaveClass(/\bdone\b/);
    await page.clock.runFor(1900);
    await expect(button).toHaveClass(/\bdone\b/);
    await page.clock.runFor(200);
    await expect(button).not.toHaveClass(/\bdone\b/);
    await expect(page.getByText(toast)).toHaveCount(0);
    await page.clock.resume();
  }
});

test('the link opens the donation page, the preview does not count as an overlay', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open donation page in a new tab' }).click();
  const donor = await opened;
  await expect(donor).toHaveURL(`${server.url}/donate/${kat.donationLink}`);
  await expect(donor.getByRole('heading', { name: `Support ${kat.username}` })).toBeVisible();
  await expect(region(page, 'Get ready').getByText('Share your donation link (done)')).toBeAttached();

  const previewed = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Preview the widget in a new tab' }).click();
  const preview = await previewed;
  await expect(preview).toHaveURL(/\/widget\/[\w-]+\?preview=1$/);
  await expect(preview.locator('html')).toHaveAttribute('data-connected', 'true');
  await expect(region(page, 'Overlay').getByText('No overlay', { exact: true })).toBeVisible();
});

test('figures, chart, list and set-up follow what happens, without a reload', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const ready = region(page, 'Get ready for your first donation');
  await expect(ready.getByText('0 of 4 done')).toBeVisible();
  // The set-up stands before figures that are all zero, and each step leads to where it is taken.
  const [readyBox, chartBox] = [await ready.boundingBox(), await region(page, 'Last 14 days').boundingBox()];
  expect(readyBox?.y).toBeLessThan(chartBox?.y ?? 0);
  for (const step of await ready.getByRole('link').all())
    await expect(page.locator((await step.getAttribute('href')) ?? '')).toBeVisible();
  await ready.getByRole('link', { name: 'Open the overlay in OBS' }).click();
  await expect(page.getByRole('heading', { name: 'Set up OBS Studio' })).toBeInViewport();
  await expect(page.getByText("You haven't received any donations yet.")).toBeVisible();
  await expect(page.getByText('No paid donations in these 14 days.')).toBeVisible();

  const overlay = await openPage({ viewport: { width: 400, height: 600 } });
  await openOverlay(overlay, await secretOn(page, /\/widget\/[\w-]+$/));
  await expect(ready.getByText('1 of 4 done')).toBeVisible();
  await page.getByRole('button', { name: 'Send test alert' }).click();
  await expect(ready.getByText('2 of 4 done')).toBeVisible({ timeout: 15_000 });
  // Nobody needs an overlay for the rest, and an overlay that is closed does not take its tick away.
  await overlay.goto('about:blank');
  await expect(region(page, 'Overlay').getByText('No overlay', { exact: true })).toBeVisible();
  await expect(ready.getByText('2 of 4 done')).toBeVisible();

  await donate(server.url, kat, 'Zoë 🌻', '');
  await expect(figure(page, 'Total Donations')).toHaveText('1');
  await expect(figure(page, 'Total Amount')).toHaveText('0.002000 SOL');
  await expect(figure(page, 'Today')).toHaveText('1');
  await expect(page.getByRole('slider', { name: 'Day' })).toHaveAttribute(
    'aria-valuetext',
    /: 0\.002000 SOL, 1 donation$/,
  );
  const row = region(page, 'Recent donations').getByRole('listitem');
  await expect(row).toHaveText(/Zoë 🌻.*0\.002000 SOL.*Received/);
  await expect(ready).toHaveCount(0);
});

test('a recent donation whose alert was kept off the stream says so, in the words of the list', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  await callAs(server.url, kat, 'POST', '/blocks', { kind: 'name', value: 'Bea' });
  for (const name of ['Ann', 'Bea', 'Cleo']) await donate(server.url, kat, name, '');
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const row = (name: string) =>
    region(page, 'Recent donations').getByRole('listitem').filter({ hasText: name });
  await expect(row('Bea')).toHaveText(/Blocked$/);
  await pressAtRest(page.getByRole('button', { name: 'Take the alert of Ann out of the queue' }));
  await expect(row('Ann')).toHaveText(/Dismissed$/);
  const overlay = await openPage({ viewport: { width: 400, height: 600 } });
  await openOverlay(overlay, await secretOn(page, /\/widget\/[\w-]+$/));
  await expect(overlay.getByText('Cleo')).toBeVisible();
  await page.getByRole('button', { name: 'Skip this alert' }).click();
  await expect(row('Cleo')).toHaveText(/Skipped$/);
  await page.getByRole('link', { name: 'All donations' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Cleo' })).toContainText('Skipped');
});

test('from the alerts on the dashboard one press leads to what is held and starred out', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  await donate(server.url, kat, 'Ann', '');
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  await region(page, 'Alerts').getByRole('link', { name: 'Moderation' }).click();
  const heading = page.getByRole('heading', { name: 'Alerts and moderation' });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
});

test('who has switched donations off is told so, is not asked to share the link, and switches them on again', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const hint = page.getByText('Share it in your panels and chat.');
  const step = page.getByText('Share your donation link');
  await expect(hint).toBeVisible();
  await expect(step).toBeVisible();
  await callAs(server.url, kat, 'PUT', '/account', { acceptingDonations: false });
  await page.reload();
  const note = region(page, 'You do not accept donations at the moment');
  await expect(note).toBeVisible();
  await expect(page.getByText('Closed at the moment')).toBeVisible();
  await expect(page.getByText('0 of 2 done')).toBeVisible();
  await expect(hint).toHaveCount(0);
  await expect(step).toHaveCount(0);
  await note.getByRole('button', { name: 'Accept again' }).click();
  await expect(page.getByText('You accept donations again')).toBeVisible();
  await expect(note).toHaveCount(0);
  await expect(hint).toBeVisible();
  await expect(region(page, 'Overlay')).toBeFocused();
});

test('paused and without an overlay both are said, and how many alerts wait', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  await callAs(server.url, kat, 'POST', '/alerts/pause');
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const overlay = region(page, 'Overlay');
  await expect(overlay).toContainText('No overlay, and paused: no alert waits.');
  await donate(server.url, kat, 'Ann', '');
  await donate(server.url, kat, 'Ben', '');
  await expect(overlay).toContainText('No overlay, and paused: 2 alerts wait.');
});

test('of donations five are listed; one that nobody has paid says so instead of a sum, and pushes no paid one out', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  for (const name of ['Ben', 'Cem', 'Dia', 'Eva']) await donate(server.url, kat, name, '');
  for (const donatorName of ['Never', 'Nor he', 'Not yet'])
    await callAs(server.url, kat, 'POST', '/donations', { linkCode: kat.donationLink, donatorName });
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const rows = region(page, 'Recent donations').getByRole('listitem');
  await expect(rows).toHaveText([/Not yet/, /Eva/, /Dia/, /Cem/, /Ben/]);
  await expect(rows.first()).toContainText('Pending');
  await expect(rows.first()).not.toContainText('SOL');
  await donate(server.url, kat, 'Fay', '');
  await expect(rows).toHaveText([/Fay/, /Eva/, /Dia/, /Cem/, /Ben/]);
  await expect(figure(page, 'Total Donations')).toHaveText('5');
  // No overlay was ever open: that is left, but it is no longer the first donation that is waited for.
  await expect(region(page, 'Almost ready').getByText('2 of 4 done')).toBeVisible();
  await expect(region(page, 'Get ready')).toHaveCount(0);
});

test('a dashboard that cannot be loaded says so, stops its spinner and can be tried again', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop, 503);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const held = Promise.withResolvers<void>();
  let refused = 0;
  await page.route('**/api/donations/stats', async (route) => {
    await held.promise;
    await route.fulfill({ status: 503, json: { message: 'Too busy.', code: 'busy' } });
    refused += 1;
  });
  await openAs(page, kat, `${server.url}/app`);
  await expect(page.getByText('Loading', { exact: true })).toBeVisible();
  held.resolve();
  await expect(page.getByRole('alert').getByText('Failed to load dashboard data')).toBeVisible();
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
  expect(logged.join('\n')).toContain('The dashboard could not be loaded.');
  // No figure is made up, and what needs none of it still works.
  await expect(page.locator('.stat')).toHaveCount(0);
  await expect(page.getByText("You haven't received")).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Send test alert' })).toBeEnabled();
  // Everything is read once more when the live connection stands: only the press may succeed.
  await expect.poll(() => refused).toBeGreaterThan(1);
  await page.unroute('**/api/donations/stats');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(figure(page, 'Total Donations')).toHaveText('0');
});

for (const part of ['stats', 'daily']) {
  test(`what could not be loaded of the ${part} stays said while the page tries again by itself`, async ({
    openPage,
  }) => {
    const kat = await registerStreamer(server.url);
    const page = await openPage(desktop, 503);
    const call = `**/api/donations/${part}*`;
    await page.route(call, (route) => route.fulfill({ status: 503, json: { message: 'Too busy.' } }));
    await openAs(page, kat, `${server.url}/app`);
    const problem = page.locator('main').getByRole('button', { name: 'Try again' });
    await expect(problem).toBeVisible();
    await page.waitForLoadState('networkidle');
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(call, async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await donate(server.url, kat, 'Ann', '');
    await asked.promise;
    await expect(region(page, 'Alerts')).toContainText('Ann');
    expect(await problem.isVisible()).toBe(true);
    held.resolve();
    await expect(problem).toHaveCount(0);
    await expect(figure(page, 'Total Donations')).toHaveText('1');
  });
}

test('an alert that was on stream is no longer asked for as a test, also when it was skipped', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const overlay = await openPage({ viewport: { width: 400, height: 600 } });
  await openOverlay(overlay, await secretOn(page, /\/widget\/[\w-]+$/));
  await expect(region(page, 'Get ready').getByText('1 of 4 done')).toBeVisible();
  await donate(server.url, kat, 'Ann', '');
  await expect(overlay.getByText('Ann')).toBeVisible();
  await page.getByRole('button', { name: 'Skip this alert' }).click();
  await expect(region(page, 'Recent donations').getByRole('listitem')).toHaveText(/Skipped$/);
  await expect(page.getByText('Show a test alert')).toHaveCount(0);
});

test('the test is the loudest button until an alert is on stream', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  const overlay = await page.context().newPage();
  await openOverlay(overlay, await widgetUrlOf(server.url, kat));
  await openAs(page, kat, `${server.url}/app`);
  const sendTest = page.getByRole('button', { name: 'Send test alert' });
  await expect(sendTest).toHaveClass(/primary/);
  await sendTest.click();
  await expect(page.getByText('On stream now')).toBeVisible();
  // At once, not only when it has been shown.
  expect(await sendTest.getAttribute('class')).toContain('secondary');
});

test('the three calls are sent together', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  const waiting = new Set<string>();
  const all = Promise.withResolvers<void>();
  // None is answered before all have been sent.
  await page.route(/\/api\/donations\/(?:stats|link|my\?limit=5)$/, async (route) => {
    waiting.add(new URL(route.request().url()).pathname);
    if (waiting.size === 3) all.resolve();
    await all.promise;
    await route.continue();
  });
  await openAs(page, kat, `${server.url}/app`);
  await expect(figure(page, 'Today')).toHaveText('0');
});

test('a lost connection is shown, what is known stays, and it comes back by itself', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  const cuts: (() => Promise<void>)[] = [];
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      server.send(message);
      // Engine.IO's upgrade: from here on the connection is this socket. Before, a cut goes unnoticed.
      if (message === '5') cuts.push(() => socket.close());
    });
  });
  await openAs(page, kat, `${server.url}/app`);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect.poll(() => cuts.length).toBeGreaterThan(0);
  for (const cut of cuts) await cut();
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
  await expect(page.getByText('There is no live connection to the server.')).toBeVisible();
  await expect(figure(page, 'Total Donations')).toHaveText('0');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
});

test('on a phone the overlay and the figures come first, and nothing scrolls sideways', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(phone);
  await openAs(page, kat, `${server.url}/app`);
  await expect(page.getByRole('slider', { name: 'Day' })).toBeVisible();
  const upper = ['Overlay', 'Donation Link', 'OBS Widget', 'Get ready', 'Last 14 days', 'Recent donations'];
  const names = upper.concat('Set up OBS Studio', 'Wallet Information', 'Pro Tips');
  const downwards = async () => {
    const boxes = names.map(async (name) => ({ name, box: await region(page, name).first().boundingBox() }));
    const placed = (await Promise.all(boxes)).flatMap(({ name, box }) =>
      box === null ? [] : { name, y: box.y },
    );
    return placed.toSorted((one, other) => one.y - other.y).map(({ name }) => name);
  };
  await expect.poll(downwards).toEqual(names);
  await pressAtRest(region(page, 'Get ready').getByRole('link', { name: 'Share your donation link' }));
  // Below the bar of the app.
  const heading = page.getByRole('heading', { name: 'Donation Link' });
  const top = async () => (await heading.boundingBox())?.y ?? Number.NaN;
  await expect.poll(top).toBeCloseTo(96, -1);
  await page.evaluate(() => scrollTo(0, 0));
  const figures = await page.locator('.stats').boundingBox();
  expect((figures?.y ?? 0) + (figures?.height ?? 0)).toBeLessThanOrEqual(844);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const link = region(page, 'Donation Link').getByText(kat.donationLink);
  expect(await link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('on a phone a fact of two lines stands clear of the lines around it, and one with a button is no higher', async ({
  openPage,
}) => {
  const page = await openPage(phone);
  await openAs(page, await registerStreamer(server.url), `${server.url}/app`);
  const fact = (name: string) =>
    region(page, 'Wallet Information').locator('dl > div').filter({ hasText: name });
  const twoLines = fact('Donations go to');
  await expect(twoLines.getByRole('link')).toBeVisible();
  const room = await twoLines.evaluate((row) => {
    const [outer, words] = [row.getBoundingClientRect(), document.createRange()];
    words.selectNodeContents(row);
    const inner = words.getBoundingClientRect();
    return { lines: inner.height, above: inner.top - outer.top, below: outer.bottom - inner.bottom };
  });
  expect(room.lines).toBeGreaterThan(44);
  expect(Math.min(room.above, room.below)).toBeGreaterThanOrEqual(6);
  expect(Math.round((await fact('Wallet address').boundingBox())?.height ?? 0)).toBe(44);
});

test('in Spanish the dashboard speaks Spanish', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage({ ...desktop, locale: 'es-MX', permissions: ['clipboard-write'] });
  await withDays(page);
  await openAs(page, kat, `${server.url}/app`);
  await expect(page.getByRole('heading', { name: 'Panel', level: 1 })).toBeVisible();
  await expect(figure(page, 'Importe total')).toHaveText('0.000000 SOL');
  const slider = page.getByRole('slider', { name: 'Día' });
  await expect(slider).toHaveAttribute('aria-valuetext', '21 de noviembre: 11.400000 SOL, 6 donaciones');
  await page.getByRole('button', { name: 'Copiar la URL del widget' }).click();
  await expect(page.getByText('¡URL del widget copiada!')).toBeVisible();
});
