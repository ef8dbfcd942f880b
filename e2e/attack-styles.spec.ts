import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { isGradientText, safeGradient } from '#contract/gradient.ts';
import { resolveCustomization } from '#contract/style.ts';
import { widgetKinds } from '#contract/widgets.ts';
import { startAttackerHost } from './attacker-host.ts';
import { cssInjections } from './css-injections.ts';
import { forFile } from './for-file.ts';
import { type PoisonedStreamer, poisonStreamer } from './poisoned-streamer.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { stopClock } from './toast-time.ts';

test.describe.configure({ timeout: 120_000 });
test.use({ trace: 'off' });

const harmless = 'linear-gradient(135deg, rgb(15, 23, 42), rgb(20, 83, 45))';
const last = 'linear-gradient(90deg, rgb(1, 2, 3), rgb(4, 5, 6))';

const server = forFile(startJourneyServer);
const attacker = forFile(startAttackerHost);
let streamer: PoisonedStreamer;
let injections: string[];
test.beforeAll(async () => {
  streamer = await poisonStreamer(server.url, []);
  injections = cssInjections.map((text) => text.replaceAll('HOST', attacker.host));
});

// Without the policy of our pages, which would keep such requests away by itself: whatever is painted would be asked for.
let context: BrowserContext;
let page: Page;
test.beforeEach(async ({ browser }) => {
  const viewport = { width: 1440, height: 900 };
  context = await browser.newContext({ viewport, baseURL: server.url, bypassCSP: true });
  await context.addInitScript((token) => {
    if (location.protocol === 'http:') localStorage.setItem('token', token);
  }, streamer.token);
  page = await context.newPage();
});
test.afterEach(async () => {
  await context.close();
  attacker.asked.length = 0;
});

/** The JSON of a card style in which a text stands wherever a style takes one. */
const styleOf = (text: string): string =>
  JSON.stringify({ gradientType: 'custom', customGradient: text, background: text });

async function save(text: string): Promise<void> {
  const settings = { minDonationAmount: 0.002, cardColor: '#22c55e', cardGradient: styleOf(text) };
  await streamer.call('changeSettings', settings);
}

/** How everything outside the cards looks. */
const looksAround = (): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body, body *')]
      .filter((element) => element.closest('.alert-card') === null)
      .map((element) => {
        const { color, backgroundImage, position, display, fontFamily } = getComputedStyle(element);
        return [element.tagName, color, backgroundImage, position, display, fontFamily].join(' ');
      })
      .join('\n'),
  );

/** What the cards of the page are painted with: the ground as it was set, what came of it, and what else was set. */
const paints = (): Promise<{ set: string; painted: string; properties: string[] }[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.alert-card')].map((card) => ({
      set: card.style.getPropertyValue('--alert-background'),
      painted: [card, ...card.querySelectorAll('*')]
        .map((part) => getComputedStyle(part).backgroundImage)
        .join(' '),
      properties: [...card.style],
    })),
  );

/** How many different injections have reached the host of the attacker. */
const reached = (): number => new Set(attacker.asked.map((path) => /^\/\d+/.exec(path)?.[0] ?? '')).size;

/** A request that whatever was loaded before would have overtaken: after it, who has not come does not come. */
async function expectNobodyCame(): Promise<void> {
  await page.evaluate(
    (host) => fetch(`http://${host}/done`, { mode: 'no-cors' }).then(() => undefined),
    attacker.host,
  );
  expect(attacker.asked).toEqual(['/done']);
  attacker.asked.length = 0;
}

test('where nothing keeps these styles away, they reach the host of the attacker and restyle the page', async () => {
  const bare = await startAttackerHost('<p>Around</p>');
  await page.goto(`http://${bare.host}/`);
  const around = await looksAround();
  await page.evaluate((texts) => {
    for (const [at, css] of texts.entries()) {
      const card = document.createElement('div');
      const rule = `.c${at} { background-image: ${css} } ${css}`;
      card.innerHTML = `<style>${rule}</style><b class=c${at}>x</b><b style="background-image: ${css}">x</b>`;
      document.body.append(card);
    }
  }, injections);
  // The others speak dialects that this browser does not know.
  await expect.poll(reached, { timeout: 20_000 }).toBeGreaterThan(25);
  expect(await looksAround()).not.toBe(around);
  await bare.stop();
});

test('where a card of ours took one as it is, it would be asked for, and this would be seen', async () => {
  await save(harmless);
  await page.goto('/app/settings');
  await expect.poll(async () => (await paints())[0]?.set).toBe(harmless);
  const paintAsItIs = () =>
    page.evaluate((host) => {
      const card = document.querySelector<HTMLElement>('.alert-card');
      card?.style.setProperty('--alert-background', `url(http://${host}/seen)`);
    }, attacker.host);
  // Whenever more of the page arrives, it paints its cards anew.
  await expect.poll(() => paintAsItIs().then(() => attacker.asked)).toContain('/seen');
});

test('sixty injections, none of them twice; what is allowed is only gradients', () => {
  expect(new Set(cssInjections).size).toBe(cssInjections.length);
  expect(cssInjections.length).toBeGreaterThanOrEqual(60);
  expect(injections.filter((text) => safeGradient(text) !== null)).toEqual([]);
  expect(safeGradient(harmless)).toBe(harmless);
});

test('what an overlay is told is only what the allow-list lets through', () => {
  for (const text of injections) {
    const told = resolveCustomization('#22c55e', styleOf(text));
    expect([told.background, told.customGradient]).toEqual(['', '']);
    // A colour that is none makes the whole saved style unreadable, and so none.
    const colored = JSON.stringify({ gradientType: 'none', nameColor: text, messageColor: text });
    expect(JSON.stringify(resolveCustomization('#22c55e', colored))).not.toContain(text);
  }
});

test('colours take none of them', async () => {
  const base = { minDonationAmount: 0.002, cardColor: '#22c55e', cardGradient: null };
  for (const text of injections) {
    const styles = ['nameColor', 'messageColor', 'amountColor', 'gradientType'].map((field) => ({
      ...base,
      cardGradient: JSON.stringify({ gradientType: 'none', [field]: text }),
    }));
    const saves = [{ ...base, cardColor: text }, ...styles].map((body) =>
      streamer.call('changeSettings', body),
    );
    for (const saved of await Promise.allSettled(saves)) expect(String(reasonOf(saved))).toMatch(/: 400 /);
  }
});

const reasonOf = (settled: PromiseSettledResult<unknown>): unknown =>
  settled.status === 'rejected' ? settled.reason : 'taken';

test('on stream none of them loads or restyles anything, and a gradient is painted as it was saved', async () => {
  await save(harmless);
  await page.clock.install();
  await page.goto(`/widget/${streamer.widgetCode}`);
  await expect(page.locator('html')).toHaveAttribute('data-connected', 'true');
  await streamer.call('testAlert');
  await expect(page.locator('.alert-card')).toHaveCount(1);
  // The page's clock stands still from here on, and so does the card.
  await stopClock(page);
  await expect.poll(async () => (await paints())[0]?.set).toBe(harmless);
  const around = await looksAround();
  const own = (await paints())[0]?.properties;
  for (const [at, text] of injections.entries()) {
    if (!isGradientText(text)) {
      await expect(save(text)).rejects.toThrow(/: 400 /);
      continue;
    }
    await save(text);
    // Every eighth is waited for by itself; an event that comes later has overtaken none of those before it.
    if (at % 8 > 0) continue;
    await expect.poll(async () => (await paints())[0]?.set, text).not.toBe(harmless);
    const [card] = await paints();
    expect(card?.painted).not.toMatch(/url|image-set|cross-fade|element/);
    expect(card?.properties).toEqual(own);
    expect(await looksAround(), text).toBe(around);
  }
  await save(last);
  await expect.poll(async () => (await paints())[0]?.set).toBe(last);
  expect(await looksAround()).toBe(around);
  await expectNobodyCame();
});

test('in the preview of Settings none of them does anything either, typed or saved', async () => {
  await save(harmless);
  await page.goto('/app/settings');
  const field = page.getByLabel('Custom CSS gradient');
  await expect(field).toHaveValue(harmless);
  // The last thing that comes by itself, once the page is connected.
  await expect(page.locator('.lamp').first()).toBeAttached();
  await field.fill('x');
  const around = await looksAround();
  for (const text of injections) {
    await field.fill(text);
    for (const card of await paints()) {
      expect(card.set).not.toContain(attacker.host);
      expect(card.painted).not.toMatch(/url|image-set|cross-fade/);
    }
  }
  await field.fill('x');
  expect(await looksAround()).toBe(around);
  await expectNobodyCame();
});

test('nor does any page do that opens with one of them in the books', async () => {
  page.on('dialog', (dialog) => void dialog.accept());
  for (const [at, text] of injections.entries()) {
    if (at % 8 > 0) continue;
    // Past every check, as somebody would write it who has the database.
    const written = `'${styleOf(text.replaceAll('\u0000', '')).replaceAll("'", "''")}'`;
    await server.write(`update users set card_gradient = ${written} where username = '${streamer.username}'`);
    await page.goto('/app/settings');
    await expect(page.locator('.alert-card').first()).toBeVisible();
    await page.goto(`/widget/${streamer.widgetCode}`);
    await expect(page.locator('html')).toHaveAttribute('data-connected', 'true');
    await streamer.call('testAlert');
    await expect(page.locator('.alert-card')).toHaveCount(1);
    expect((await paints())[0]?.painted).not.toMatch(/url|image-set|cross-fade|element/);
  }
  const { widgetCode, donationLink } = streamer;
  const widgets = widgetKinds.map((kind) => `/widget/${widgetCode}/${kind}`);
  for (const path of ['/app', '/app/widgets', `/donate/${donationLink}`, ...widgets]) {
    await page.goto(path, { waitUntil: 'load' });
    await expect(page.locator('.spin')).toHaveCount(0);
  }
  await expectNobodyCame();
});
