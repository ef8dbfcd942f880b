import { expect, type Page } from '@playwright/test';
import { gradientTypes } from '#contract/gradient.ts';
import { resolveCustomization, type Customization } from '#contract/style.ts';
import { test } from './overlay-page.ts';
import { openPixelReader } from './overlay-pixels.ts';
import { hardTexts } from './overlay-texts.ts';

const whole = { x: 0, y: 0, width: 400, height: 600 };
const defaults = resolveCustomization('#22c55e', null);

/** Waits until the card stands where it belongs: bottom right, 24 px from the edges. */
async function settled(page: Page): Promise<void> {
  const edges = async () => {
    const box = await page.getByRole('article').last().boundingBox();
    return box && { right: Math.round(box.x + box.width), bottom: Math.round(box.y + box.height) };
  };
  await expect.poll(edges).toEqual({ right: 376, bottom: 576 });
}

/** Boxes of the newest card and of its parts, and whether something in it is wider than its place. */
function measureCard(page: Page) {
  return page.evaluate(() => {
    const card = document.querySelector('article:last-of-type');
    const boxOf = (selector: string) => {
      const part = card?.querySelector(selector);
      if (!part) return null;
      const { left, top, right, bottom } = part.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    const body = card?.querySelector('.alert-card-body');
    return {
      card: card?.getBoundingClientRect().toJSON() as DOMRect,
      body: boxOf('.alert-card-body'),
      parts: ['initial', 'name', 'amount', 'clip', 'message'].map((part) => boxOf(`.alert-card-${part}`)),
      overflow: (body?.scrollWidth ?? 0) - (body?.clientWidth ?? 0),
      elements: card?.querySelectorAll('*').length,
    };
  });
}

test('nothing breaks out of the card, whatever the donor wrote', async ({ openOverlay, standIn }) => {
  const page = await openOverlay();
  const opacityOf = await openPixelReader(page);
  for (const [kind, texts] of Object.entries(hardTexts)) {
    const { alertId } = standIn.showClip('gone.mp3', { ...texts, amount: 100_000, mediaDuration: 14.6 });
    await settled(page);
    const { card, body, parts, overflow, elements } = await measureCard(page);
    expect(card.width, kind).toBe(352);
    expect(card.height, kind).toBeLessThanOrEqual(217);
    expect(overflow, kind).toBe(0);
    expect(elements, kind).toBe(15);
    for (const part of parts) {
      expect(part, kind).not.toBeNull();
      expect(part?.left, kind).toBeGreaterThanOrEqual(body?.left ?? 0);
      expect(part?.top, kind).toBeGreaterThanOrEqual(body?.top ?? 0);
      expect(part?.right, kind).toBeLessThanOrEqual(body?.right ?? 0);
      expect(part?.bottom, kind).toBeLessThanOrEqual(body?.bottom ?? 0);
    }
    const [, name, amount, clip] = parts;
    // Lengths are sums of fractions: the last digits differ.
    expect(name?.right, kind).toBeLessThanOrEqual((clip?.left ?? 0) - 7.99);
    expect((name?.bottom ?? 0) - (name?.top ?? 0), kind).toBeLessThanOrEqual(24);
    expect(amount?.top, kind).toBeGreaterThanOrEqual(name?.bottom ?? 0);
    // What a glyph paints beyond its box would be seen here: the shadow reaches no further up than 30 px.
    const above = { ...whole, height: Math.floor(card.top) - 30 };
    expect(await opacityOf([above]), kind).toEqual([{ least: 0, most: 0 }]);
    standIn.emit('alert_skipped', { alertId });
    await expect(page.getByRole('article')).toHaveCount(0);
  }
});

test('the amount is whole in a narrow source, beside what it was worth and where it is low as well', async ({
  openOverlay,
  standIn,
}) => {
  const fiat = { currency: 'EUR', value: '15120.45', price: '151.2045' } as const;
  for (const viewport of [
    { width: 400, height: 600 },
    { width: 300, height: 600 },
    { width: 300, height: 150 },
    { width: 240, height: 170 },
  ]) {
    const page = await openOverlay({ viewport });
    const amountOf = () =>
      page.locator('.alert-card-amount').evaluate((amount) => {
        const figure = document.createRange();
        figure.selectNodeContents(amount);
        const [{ left, right, top, bottom }, body] = [
          figure.getBoundingClientRect(),
          amount.closest('.alert-card-body')?.getBoundingClientRect() ?? new DOMRect(),
        ];
        const around = amount.closest('.alert-card-sum')?.getBoundingClientRect() ?? body;
        return {
          isWide: left >= body.left && right <= body.right - 15,
          isHigh: top >= around.top && bottom <= around.bottom,
          lines: Math.round((bottom - top) / parseFloat(getComputedStyle(amount).lineHeight)),
        };
      });
    for (const extra of [{}, { fiat }]) {
      const { alertId } = standIn.show({ amount: 100, message: 'x'.repeat(500), ...extra });
      const lines = viewport.width < 300 ? 2 : 1;
      await expect.poll(amountOf).toEqual({ isWide: true, isHigh: true, lines });
      standIn.emit('alert_skipped', { alertId });
      await expect(page.getByRole('article')).toHaveCount(0);
    }
    standIn.show({ tokenAmount: '123456789.123456 USDC' });
    await expect.poll(amountOf).toMatchObject({ isWide: true, isHigh: true });
    await page.close();
  }
});

test('the letters of the first card are there before it: no viewer sees others in their place', async ({
  openOverlay,
  standIn,
}) => {
  const page = await openOverlay();
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)));
  await expect.poll(loaded).toContainEqual(expect.stringMatching(/^archivo-latin-wdth.*\.woff2$/));
  await page.route('**/*.woff2', (route) => route.abort());
  standIn.show();
  await settled(page);
  expect(await page.evaluate(() => document.fonts.check('700 18px "Archivo Variable"'))).toBe(true);
});

test('what a donation was worth stands beside its amount, or below it where there is no room', async ({
  openOverlay,
  standIn,
}) => {
  const page = await openOverlay();
  const heights: number[] = [];
  for (const [amount, value] of [
    [0.1, '15.12'],
    [100_000, '15120450.00'],
  ] as const) {
    const fiat = { currency: 'EUR', value, price: '151.2045' };
    const { alertId } = standIn.show({ amount, fiat, message: 'x'.repeat(500) });
    await settled(page);
    const { card, body, overflow } = await measureCard(page);
    const box = await page.locator('.alert-card-fiat').boundingBox();
    expect(overflow).toBe(0);
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(body?.right ?? 0);
    heights.push(card.height);
    standIn.emit('alert_skipped', { alertId });
    await expect(page.getByRole('article')).toHaveCount(0);
  }
  expect(heights[1]).toBeGreaterThan(heights[0] ?? 0);
  expect(heights[1]).toBeLessThanOrEqual(240);
});

test('the initial is the first thing of the name that a reader calls one character', async ({
  openOverlay,
  standIn,
}) => {
  const page = await openOverlay();
  const names = { ' zoë': 'z', '👩‍👩‍👧‍👦 family': '👩‍👩‍👧‍👦', '🇧🇷 rio': '🇧🇷', محمد: 'م', é́ab: 'é́', '3rd': '3' };
  for (const [donatorName, initial] of Object.entries(names)) {
    const { alertId } = standIn.show({ donatorName });
    await expect(page.locator('.alert-card-initial')).toHaveText([initial]);
    standIn.emit('alert_skipped', { alertId });
    await expect(page.getByRole('article')).toHaveCount(0);
  }
});

test('the badge tells the seconds of a clip, and is not there without one', async ({
  openOverlay,
  standIn,
}) => {
  const page = await openOverlay();
  standIn.showClip('gone.mp3', { mediaDuration: 4.4 });
  standIn.showClip('gone.mp3', { mediaDuration: 0.2 });
  standIn.show();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.locator('.alert-card-clip')).toHaveText(['4s', '1s']);
});

test('up to five cards at once fit into the recommended source, name and amount in sight', async ({
  openOverlay,
  standIn,
}) => {
  const page = await openOverlay();
  for (let count = 1; count <= 5; count++) {
    standIn.show(hardTexts['long']);
    await expect(page.getByRole('article')).toHaveCount(count);
    await settled(page);
    const tops = await page
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
    expect(Math.min(...tops)).toBeGreaterThanOrEqual(0);
  }
});

test('an idle page is transparent to the last pixel and holds nothing', async ({ openOverlay, standIn }) => {
  const page = await openOverlay({ speed: 5 });
  const opacityOf = await openPixelReader(page);
  const isEmpty = () =>
    page.evaluate(() => {
      const { children } = document.getElementById('root') ?? document.body;
      return children.length + document.getAnimations().length;
    });
  expect(await opacityOf([whole])).toEqual([{ least: 0, most: 0 }]);
  expect(await isEmpty()).toBe(0);
  standIn.show();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  expect(await isEmpty()).toBe(0);
  expect(await opacityOf([whole])).toEqual([{ least: 0, most: 0 }]);
});

test('around a card the page is transparent, and no ground of a card lets the stream through', async ({
  openOverlay,
  standIn,
}) => {
  const page = await openOverlay();
  const seeThrough = 'linear-gradient(transparent, rgba(255, 0, 0, 0.2))';
  const opacityOf = await openPixelReader(page);
  // Long enough for a look at every style.
  standIn.show({ message: 'x '.repeat(200), shownMs: 60_000 });
  await settled(page);
  const { card } = await measureCard(page);
  const inside = { x: card.x + 20, y: card.y + 4, width: card.width - 40, height: card.height - 8 };
  const styles: Partial<Customization>[] = [
    ...gradientTypes.map((gradientType) => ({ gradientType })),
    { gradientType: 'custom', customGradient: seeThrough },
    { background: seeThrough },
  ];
  for (const style of styles) {
    standIn.emit('settings_updated', { ...defaults, ...style });
    const [above, ground] = await opacityOf([{ ...whole, height: 300 }, inside]);
    expect(above).toEqual({ least: 0, most: 0 });
    expect(ground).toEqual({ least: 255, most: 255 });
  }
});

test("a card wears the streamer's colours, and changes with them while it stands", async ({
  openOverlay,
  standIn,
}) => {
  standIn.customization = { ...defaults, gradientType: 'ocean', nameColor: '#ff8800' };
  const page = await openOverlay();
  standIn.show();
  const name = page.locator('.alert-card-name');
  await expect(name).toHaveCSS('color', 'rgb(255, 136, 0)');
  await expect(page.locator('.alert-card-body')).toHaveCSS('background-image', /rgb\(5, 51, 69\)/);
  standIn.emit('settings_updated', { ...defaults, nameColor: '#0088ff' });
  await expect(name).toHaveCSS('color', 'rgb(0, 136, 255)');
  await expect(page.locator('.alert-card-body')).toHaveCSS('background-image', 'none');
});

test('a style that cannot be read is the default one, value by value', async ({ openOverlay, standIn }) => {
  const broken: unknown[] = [
    null,
    {},
    { gradientType: 'plaid', nameColor: 7, background: { a: 1 }, customGradient: ['x'], amountColor: 'red' },
    { gradientType: 'constructor', cardColor: null, background: 'url(https://example.org/x.png)' },
  ];
  for (const [i, customization] of broken.entries()) {
    standIn.customization = customization as Customization;
    const page = await openOverlay();
    standIn.show({ donatorName: `Pia ${i}` });
    await expect(page.locator('.alert-card-name')).toHaveCSS('color', 'rgb(34, 197, 94)');
    await expect(page.locator('.alert-card-amount')).toHaveCSS('color', 'rgb(251, 191, 36)');
    await expect(page.locator('.alert-card-body')).toHaveCSS('background-image', 'none');
    await page.close();
  }
});

test('who wants little motion gets a card that neither slides nor turns', async ({
  openOverlay,
  standIn,
}) => {
  const page = await openOverlay({ reducedMotion: 'reduce' });
  const { alertId } = standIn.show();
  await expect(page.getByRole('article')).toBeVisible();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  standIn.emit('alert_skipped', { alertId });
  await expect(page.getByRole('article')).toBeHidden();
});
