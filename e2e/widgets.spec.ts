import { expect, type Page } from '@playwright/test';
import {
  callAs,
  donate,
  openAs,
  openOverlay,
  registerStreamer,
  secretOn,
  withApproval,
} from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { openPixelReader } from './overlay-pixels.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

const goalSource = { viewport: { width: 400, height: 200 } };
const listSource = { viewport: { width: 400, height: 600 } };
const longName = 'A name of fifty letters that goes on and on and on';

const server = forFile(startJourneyServer);

const urlOf = (page: Page, kind: string) => secretOn(page, new RegExp(`/widget/[\\w-]+/${kind}$`));

test('a goal that is refused takes the focus to its first wrong field', async ({ openPage }) => {
  const page = await openPage(phone);
  await openAs(page, await registerStreamer(server.url), `${server.url}/app/widgets`);
  const form = page.getByRole('region', { name: 'Goal bar' });
  await form.getByLabel('Goal (SOL)').fill('nothing');
  await form.getByLabel(/^Starts from/).fill('abc');
  await form.getByRole('button', { name: 'Save goal' }).click();
  await expect(form.getByLabel('Goal (SOL)')).toBeFocused();
  await form.getByLabel('Goal (SOL)').fill('5');
  await form.getByRole('button', { name: 'Save goal' }).click();
  await expect(form.getByLabel(/^Starts from/)).toBeFocused();
  await form.getByLabel('Goal (SOL)').fill('0.01');
  await form.getByLabel(/^Starts from/).fill('1.2345');
  await expect(form.getByRole('figure')).toContainText('of 0.01 SOL, 12,345%');
});

test('on a phone, out of which nothing is dragged into OBS, nothing offers it', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  for (const place of ['/app', '/app/widgets']) {
    const page = await openPage(phone);
    await openAs(page, kat, `${server.url}${place}`);
    await expect(page.locator('.btn.drag').first()).toBeAttached();
    const ways = page.locator('main').getByText(/^(Drag this in|Add )to OBS$/);
    await expect(ways.filter({ visible: true })).toHaveCount(0);
  }
});

test('in a small source the sum of a goal is whole', async ({ openPage }) => {
  const page = await openPage(desktop);
  await openAs(page, await registerStreamer(server.url), `${server.url}/app/widgets`);
  const form = page.getByRole('region', { name: 'Goal bar' });
  await form.getByLabel(/^Starts from/).fill('361.723054');
  await form.getByRole('button', { name: 'Save goal' }).click();
  const goal = await openPage({ viewport: { width: 240, height: 120 } });
  await openOverlay(goal, await urlOf(page, 'goal'));
  const sum = goal.getByText('361.723054 SOL');
  await expect(sum).toBeVisible();
  const isWhole = await sum.evaluate((it) => {
    const room = it.parentElement?.getBoundingClientRect().right ?? 0;
    return it.getBoundingClientRect().right <= room;
  });
  expect(isWhole).toBe(true);
});

test('a streamer sets a goal and a leaderboard, and the open sources follow at once', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/widgets`);
  const goal = await openPage(goalSource);
  await openOverlay(goal, await urlOf(page, 'goal'));
  const board = await openPage(listSource);
  await openOverlay(board, await urlOf(page, 'leaderboard'));
  const ticker = await openPage(listSource);
  await openOverlay(ticker, await urlOf(page, 'ticker'));
  await expect(goal.getByText('of 10 SOL')).toBeVisible();
  // Without a donation there is nothing to show, and nothing lies over the stream.
  await expect(board.locator('section')).toHaveCount(0);
  await expect(ticker.locator('section')).toHaveCount(0);

  const form = page.getByRole('region', { name: 'Goal bar' });
  await form.getByLabel('What you collect for').fill('A new microphone');
  await form.getByLabel('Goal (SOL)').fill('0.004');
  await expect(form.getByRole('figure').getByText('of 0.004 SOL')).toBeVisible();
  await form.getByRole('button', { name: 'Save goal' }).click();
  await expect(goal.getByText('A new microphone')).toBeVisible();

  await donate(server.url, kat, longName, '');
  await expect(goal.getByText('50%')).toBeVisible();
  await expect(board.getByText(longName)).toBeVisible();
  await expect(ticker.getByText(longName)).toBeVisible();
  await donate(server.url, kat, 'Zoë 🌻', '');
  await expect(goal.getByText('Goal reached')).toBeVisible();
  await expect(goal.getByText('0.004000 SOL')).toBeVisible();
  await expect(ticker.getByRole('listitem')).toHaveText([/Zoë/, /fifty letters/]);

  await form.getByRole('button', { name: 'Start anew' }).click();
  await page.getByRole('button', { name: 'Start the goal anew' }).click();
  await expect(goal.getByText('0.000000 SOL')).toBeVisible();
});

test('the page says whom its widgets leave out and whom they do not name', async ({ openPage }) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/widgets`);
  const ticker = await openPage(listSource);
  await openOverlay(ticker, await urlOf(page, 'ticker'));
  await donate(server.url, kat, 'Held', '');
  await expect(ticker.getByRole('listitem')).toHaveText([/Anonymous/]);
  const blocked = await page.request.post(`${server.url}/api/blocks`, {
    headers: { authorization: `Bearer ${kat.token}` },
    data: { kind: 'name', value: 'Spam' },
  });
  expect(blocked.ok()).toBe(true);
  await donate(server.url, kat, 'Spam', '');
  await donate(server.url, kat, 'Held too', '');
  await expect(ticker.getByRole('listitem')).toHaveText([/Anonymous/, /Anonymous/]);
  await expect(page.getByRole('region', { name: 'Latest donations widget' })).toContainText(
    'Whoever you blocked is left out. A donor whose alert is held, rejected, skipped or dismissed is shown as Anonymous',
  );
  await expect(page.getByRole('region', { name: 'Leaderboard widget' })).toContainText(
    'alerts that are held, rejected, skipped or dismissed until you approve or replay them',
  );
});

test('a widget link that is replaced elsewhere is offered no more, without a reload', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/widgets`);
  const before = await urlOf(page, 'goal');
  await expect(page.locator('.topbar .lamp, .sidebar .lamp').first()).toBeAttached();
  await callAs(server.url, kat, 'POST', '/donations/link/replace', {});
  await expect.poll(() => urlOf(page, 'goal')).not.toBe(before);
});

test('a goal that is typed and not saved is named, and comes back with the page', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/widgets`);
  const form = page.getByRole('region', { name: 'Goal bar' });
  await form.getByLabel('What you collect for').fill('A new microphone');
  await expect(form.getByText('Unsaved changes.')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Widgets' }).click();
  await expect(form.getByLabel('What you collect for')).toHaveValue('A new microphone');
  await form.getByRole('button', { name: 'Save goal' }).click();
  await expect(page.getByText('Goal saved')).toBeVisible();
  await expect(form.getByText('Unsaved changes.')).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Save goal' })).toBeFocused();

  await form.getByLabel('What you collect for').fill('A chair');
  await expect(form.getByText('Unsaved changes.')).toBeVisible();
  // Whoever holds this event up makes the browser ask before the tab is closed or loaded anew.
  const goesOn = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await goesOn()).toBe(false);
});

test('a button that was pressed has the focus again where the browser takes it from a disabled one at once', async ({
  openPage,
}) => {
  const page = await openPage(desktop);
  // As Chromium 127 does, which OBS 31 has inside, and those before it.
  await page.addInitScript(() => {
    const set: (name: string, value: string) => void = Reflect.get(Element.prototype, 'setAttribute');
    Element.prototype.setAttribute = function (this: HTMLElement, name: string, value: string) {
      set.call(this, name, value);
      if (name === 'disabled') this.blur();
    };
  });
  await openAs(page, await registerStreamer(server.url), `${server.url}/app/widgets`);
  const form = page.getByRole('region', { name: 'Goal bar' });
  await form.getByLabel('What you collect for').fill('A new microphone');
  await form.getByRole('button', { name: 'Save goal' }).click();
  await expect(page.getByText('Goal saved')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Save goal' })).toBeFocused();
});

test('a goal without a title names itself in the language of its page, and keys keep their place', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage({ ...desktop, locale: 'es-MX' });
  await openAs(page, kat, `${server.url}/app/widgets`);
  const goal = await openPage({ ...goalSource, locale: 'es-MX' });
  await openOverlay(goal, await urlOf(page, 'goal'));
  await expect(goal.getByRole('heading', { name: 'Meta del directo' })).toBeVisible();

  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/(?:widgets|streams?)\b/, async (route) => {
    if (route.request().method() !== 'GET') await held.promise;
    await route.continue();
  });
  const start = page.getByRole('button', { name: 'Iniciar directo' });
  const span = page.getByLabel('Cuenta', { exact: true });
  await span.focus();
  await span.selectOption('Hoy');
  await expect(span).toHaveAttribute('aria-disabled', 'true');
  await expect(span).toBeFocused();
  held.resolve();
  await expect(span).toHaveValue('day');
  await expect(span).not.toHaveAttribute('aria-disabled', 'true');
  await expect(span).toBeFocused();
  await start.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Terminar directo' })).toBeFocused();
});

test('a stream that is started by hand counts its own donations', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(phone);
  await openAs(page, kat, `${server.url}/app/widgets`);
  const stream = page.getByRole('region', { name: /stream is running/ });
  await stream.getByRole('button', { name: 'Start stream' }).click();
  await expect(stream.getByText('0 donations')).toBeVisible();
  await donate(server.url, kat, 'Ann', '');
  await expect(stream.getByText('1 donation,')).toBeVisible();
  await page.getByRole('region', { name: 'Leaderboard' }).getByLabel('Counts').selectOption('This stream');
  await expect(page.getByRole('region', { name: 'Leaderboard' }).getByText('Ann')).toBeVisible();
  await stream.getByRole('button', { name: 'End stream' }).click();
  await expect(page.getByRole('heading', { name: 'No stream is running' })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test('around a widget the page is transparent, and its card covers what is behind it', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/widgets`);
  // Taller than the card and its shadow.
  const goal = await openPage(listSource);
  await openOverlay(goal, await urlOf(page, 'goal'));
  await expect(goal.getByText('of 10 SOL')).toBeVisible();
  const box = await goal.locator('section').boundingBox();
  if (box === null) throw new Error('The goal bar has no box.');
  expect(box.x + box.width).toBeLessThanOrEqual(400);
  const read = await openPixelReader(goal);
  const [edge, card] = await read([
    { x: 0, y: 300, width: 400, height: 300 },
    { x: box.x + 30, y: box.y + 10, width: box.width - 60, height: box.height - 20 },
  ]);
  expect([edge, card]).toEqual([
    { least: 0, most: 0 },
    { least: 255, most: 255 },
  ]);
});

test('a goal keeps its sums within its card in the recommended source, however many lines they need', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/widgets`);
  const url = await urlOf(page, 'goal');
  await callAs(server.url, kat, 'PUT', '/widgets', {
    goal: { title: 'A new microphone for the show', target: 100, offset: 120.5 },
  });
  const goal = await openPage(goalSource);
  await openOverlay(goal, url);
  await expect(goal.getByText('of 100 SOL, 120%')).toBeVisible();
  const [card, sums] = await Promise.all([
    goal.locator('section').boundingBox(),
    goal.locator('.goal-bar-sums').boundingBox(),
  ]);
  if (card === null || sums === null) throw new Error('The goal bar has no box.');
  expect(sums.height).toBeGreaterThan(40);
  expect(sums.y + sums.height).toBeLessThan(card.y + card.height - 16);
  expect(card.y + card.height).toBeLessThanOrEqual(200);
});

test('a goal keeps its percent and its amount whole in a low source', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/widgets`);
  const url = await urlOf(page, 'goal');
  const goal = await openPage(goalSource);
  await openOverlay(goal, url);
  for (const [title, offset] of [
    ['A new microphone for the show and a chair besides', 150.5],
    ['', 0.25],
  ] as const) {
    await callAs(server.url, kat, 'PUT', '/widgets', { goal: { title, target: 100, offset } });
    await expect(goal.getByText(`${offset}`)).toBeVisible();
    for (const [width, height] of [
      [800, 120],
      [300, 100],
      [400, 177],
      [400, 153],
      [400, 112],
      [240, 60],
    ] as const) {
      await goal.setViewportSize({ width, height });
      const [card, ...parts] = await goal.evaluate(() =>
        ['section', '.goal-bar-percent, .goal-bar-badge', '.goal-bar-track', '.goal-bar-raised'].map(
          (part) => document.querySelector(part)?.getBoundingClientRect().toJSON() as DOMRect | undefined,
        ),
      );
      const size = `${width} × ${height}`;
      expect(card?.bottom, size).toBeLessThanOrEqual(height);
      for (const part of parts) {
        expect(part?.top, size).toBeGreaterThan((card?.top ?? 0) + 3);
        expect(part?.bottom, size).toBeLessThan((card?.bottom ?? 0) - 3);
        expect(part?.right, size).toBeLessThan((card?.right ?? 0) - 3);
      }
    }
  }
});

test('the public code and unknown ones show nothing, and words only in the preview', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(goalSource);
  await openOverlay(page, `${server.url}/widget/${kat.donationLink}/goal`);
  await page.goto(`${server.url}/widget/${kat.donationLink}/goal?preview=1`);
  await expect(page.getByText('This widget URL is not valid')).toBeVisible();
  await expect(page.locator('section')).toHaveCount(0);
});

test('the letters of a widget are asked for before it has anything to show', async ({ openPage }) => {
  const page = await openPage(goalSource);
  const [letters] = await Promise.all([
    page.waitForResponse(/archivo-latin-wdth[^/]*\.woff2$/),
    openOverlay(page, `${server.url}/widget/nobody/goal`),
  ]);
  expect(letters.ok()).toBe(true);
  await expect(page.locator('section')).toHaveCount(0);
});
