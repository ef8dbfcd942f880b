import { expect, type Page } from '@playwright/test';
import { browserSource, hastenTime, test } from './overlay-page.ts';
import { StandIn } from '#web/overlay/test/stand-in.ts';

const acknowledgedBy = (standIn: StandIn) => standIn.heard.acknowledged.map(({ alertId }) => alertId);

/** What a viewer could read on the page. */
const wordsOf = (page: Page) => page.locator('body').innerText();

test('a card stands seven seconds, then the server is told once', async ({ openOverlay, standIn }) => {
  const page = await openOverlay();
  const sentAt = performance.now();
  const { alertId } = standIn.show();
  await expect.poll(() => standIn.heard.acknowledged.length).toBe(1);
  const [acknowledged] = standIn.heard.acknowledged;
  expect(acknowledged?.alertId).toBe(alertId);
  expect((acknowledged?.atMs ?? 0) - sentAt).toBeGreaterThanOrEqual(7000);
  expect((acknowledged?.atMs ?? 0) - sentAt).toBeLessThan(10_000);
  await expect(page.getByRole('article')).toHaveCount(0, { timeout: 1000 });
  expect(acknowledgedBy(standIn)).toEqual([alertId]);
});

test('a card outlives the connection and nothing on the page tells of it; back again, it announces itself first', async ({
  browser,
  standIn,
}) => {
  // Not watched for errors in the console: the browser itself tells there of every try to connect.
  const page = await browser.newPage(browserSource);
  await page.addInitScript(hastenTime, 2);
  await page.goto(`${standIn.url}/widget/secret`);
  await expect.poll(() => standIn.heard.connects.length).toBe(1);
  const lost = standIn.show();
  await expect(page.getByRole('article')).toBeVisible();
  const { port } = standIn;
  await standIn.stop();
  await expect(page.locator('html')).toHaveAttribute('data-connected', 'false');
  expect(await wordsOf(page)).toContain(lost.donatorName);
  await expect(page.getByRole('article')).toHaveCount(0);
  expect(await wordsOf(page)).toBe('');

  const back = await StandIn.start({ port });
  await expect
    .poll(() => back.heard.connects)
    .toEqual([{ linkCode: 'secret', preview: false, visible: true }]);
  // The server never heard of it, so it sends the alert again: no second card, but an acknowledgement.
  const cards = await page.evaluateHandle(() => {
    const seen: Element[] = [];
    const look = () => seen.push(...document.querySelectorAll('article'));
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  back.emit('show_donation', lost);
  await expect.poll(() => acknowledgedBy(back)).toEqual([lost.alertId]);
  expect(await cards.evaluate((seen) => seen.length)).toBe(0);
  await page.close();
  await back.stop();
});

test('an overlay that the server disconnected comes back by itself', async ({ openOverlay, standIn }) => {
  await openOverlay({ speed: 10 });
  // A poll under way would be refused, which the browser logs.
  const isUpgraded = () => expect.poll(() => standIn.transports()).toEqual(['websocket']);
  await isUpgraded();
  standIn.cut('server');
  await expect.poll(() => standIn.heard.connects.length).toBe(2);
  await isUpgraded();
  standIn.cut('network');
  await expect.poll(() => standIn.heard.connects.length).toBe(3);
});

test('a reload in the middle of a card shows it again when the server sends it again', async ({
  openOverlay,
  standIn,
}) => {
  const page = await openOverlay({ speed: 5 });
  const shown = standIn.show();
  await expect(page.getByRole('article')).toBeVisible();
  await page.reload();
  await expect.poll(() => standIn.heard.connects.length).toBe(2);
  expect(acknowledgedBy(standIn)).toEqual([]);
  standIn.emit('show_donation', shown);
  await expect(page.getByRole('article')).toBeVisible();
  await expect.poll(() => acknowledgedBy(standIn)).toEqual([shown.alertId]);
});

test('hidden and shown by OBS, the overlay says so at once and on every connect', async ({
  openPage,
  standIn,
}) => {
  const page = await openPage();
  await page.addInitScript(() => Object.assign(window, { obsstudio: {} }));
  await page.goto(`${standIn.url}/widget/secret`);
  await expect.poll(() => standIn.heard.visible).toEqual([true]);
  const tell = (type: string, detail: object) =>
    page.evaluate(([name, init]) => window.dispatchEvent(new CustomEvent(name, { detail: init })), [
      type,
      detail,
    ] as const);
  await tell('obsSourceVisibleChanged', { visible: false });
  await expect.poll(() => standIn.heard.visible).toEqual([true, false]);
  standIn.cut('network');
  await expect.poll(() => standIn.heard.visible).toEqual([true, false, false]);
  await tell('obsSourceActiveChanged', { active: false });
  await tell('obsSourceVisibleChanged', { visible: true });
  await tell('obsSourceActiveChanged', { active: true });
  await expect.poll(() => standIn.heard.visible).toEqual([true, false, false, false, false, true]);
});

test('hidden by OBS in the middle of a card, the overlay drops it, and shows it when it comes again', async ({
  openPage,
  standIn,
}) => {
  const page = await openPage();
  await page.addInitScript(() => Object.assign(window, { obsstudio: {} }));
  await page.goto(`${standIn.url}/widget/secret`);
  await expect.poll(() => standIn.heard.visible).toEqual([true]);
  const beSeen = (active: boolean) =>
    page.evaluate((detail) => window.dispatchEvent(new CustomEvent('obsSourceActiveChanged', { detail })), {
      active,
    });
  const card = page.getByRole('article');
  const shown = standIn.show();
  await expect(card).toBeVisible();
  await beSeen(false);
  await expect(card).toHaveCount(0);
  // Events come in their order: when the page tells of the second one, it has taken the first.
  const told = page.waitForEvent('console', (line) => line.text().includes('in between'));
  standIn.show(shown);
  standIn.emit('error', { message: 'in between', code: 'internal' });
  await told;
  await expect(card).toHaveCount(0);
  await beSeen(true);
  await expect.poll(() => standIn.heard.visible).toEqual([true, false, true]);
  expect(standIn.heard.acknowledged).toEqual([]);
  standIn.show(shown);
  await expect(card).toHaveCount(1);
  await expect.poll(() => acknowledgedBy(standIn), { timeout: 12_000 }).toEqual([shown.alertId]);
});

test('an overlay that stands can read aloud whatever becomes of the server’s files', async ({
  openOverlay,
  standIn,
}) => {
  const page = await openOverlay();
  const asked: string[] = [];
  await page.route('**/assets/**', async (route) => {
    asked.push(route.request().url());
    await route.abort();
  });
  standIn.emit('speech', { source: 'browser' });
  await expect.poll(() => standIn.heard.voices.length).toBe(1);
  expect(asked).toEqual([]);
});

test('a page whose timers were late tells of its card once', async ({ openOverlay, standIn }) => {
  const page = await openOverlay({ speed: 4 });
  const shown = standIn.show();
  await expect(page.getByRole('article')).toBeVisible();
  await page.evaluate(() => {
    const end = Date.now() + 3000;
    while (Date.now() < end);
  });
  await expect.poll(() => acknowledgedBy(standIn)).toEqual([shown.alertId]);
  await expect(page.getByRole('article')).toHaveCount(0);
  expect(acknowledgedBy(standIn)).toEqual([shown.alertId]);
});

test('a clock that is set back or forth moves no card and loses no alert', async ({
  openOverlay,
  standIn,
}) => {
  const page = await openOverlay({ speed: 3 });
  for (const days of [-1, 2]) {
    const before = performance.now();
    const shown = standIn.show();
    await expect(page.getByRole('article')).toBeVisible();
    await page.evaluate((shift) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + shift * 86_400_000;
    }, days);
    await expect(page.getByRole('article')).toHaveCount(0);
    expect(performance.now() - before).toBeGreaterThan(7000 / 3);
    // After a jump ahead Socket.IO takes the connection for dead: a new one, and the server sends the alert again.
    if (days > 0) {
      await expect.poll(() => standIn.heard.connects.length).toBe(2);
      standIn.emit('show_donation', shown);
    }
    await expect.poll(() => acknowledgedBy(standIn)).toContain(shown.alertId);
    await expect(page.getByRole('article')).toHaveCount(0);
  }
});

test('a code that belongs to nobody is explained in the preview, and on stream there is nothing', async ({
  openOverlay,
}) => {
  const preview = await openOverlay({ path: 'nobody?preview=1' });
  await expect(preview.getByRole('alert')).toHaveText(/This widget URL is not valid/);
  const onStream = await openOverlay({ path: 'nobody' });
  await expect(onStream.locator('html')).toHaveAttribute('data-connected', 'true');
  expect(await wordsOf(onStream)).toBe('');
});

test('a preview shows alerts and acknowledges none', async ({ openOverlay, standIn }) => {
  const page = await openOverlay({ path: 'secret?preview=1', speed: 5 });
  expect(standIn.heard.connects).toEqual([{ linkCode: 'secret', preview: true, visible: true }]);
  standIn.show();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  expect(acknowledgedBy(standIn)).toEqual([]);
});

test('a kind of widget that does not exist shows nothing and connects to nothing', async ({
  openPage,
  standIn,
}) => {
  const page = await openPage();
  await page.goto(`${standIn.url}/widget/secret/nonsense`, { waitUntil: 'networkidle' });
  expect(await wordsOf(page)).toBe('');
  expect(standIn.heard.connects).toEqual([]);
});
