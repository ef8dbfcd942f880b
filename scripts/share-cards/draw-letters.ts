import type { Page } from '@playwright/test';
import type { IndexedPicture } from '#server/http/share/indexed-png.ts';
import type { Letters } from '#server/http/share/letters.ts';
import { typeface } from './card-document.ts';

/** What usernames are made of (spec §5). */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'.split('');

/** Draws the letters of usernames in a row, large, and measures them; amounts of black as bytes. */
export async function drawLetters(
  page: Page,
): Promise<{ picture: IndexedPicture; facts: Omit<Letters, 'picture'> }> {
  await page.setContent(`<!doctype html><style>${await typeface()}</style><p style="font: 800 160px Archivo;
    font-stretch: 125%">Aa</p>`);
  await page.evaluate(() => document.fonts.ready);
  const { width, height, alphas, ...facts } = await page.evaluate(drawInPage, alphabet);
  return { picture: { width, height, pixels: Uint8Array.from(alphas), palette: null }, facts };
}

/** Runs in the page: nothing around it exists there. */
function drawInPage(letters: readonly string[]) {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser draws nothing.');
  const prepare = (): void => {
    context.font = '800 160px Archivo';
    context.fontStretch = 'expanded';
    context.letterSpacing = '-4.48px';
  };
  prepare();
  const steps = 100;
  const round = (value: number): number => Math.round(value * steps) / steps;
  const measured = letters.map((letter) => ({ letter, size: context.measureText(letter) }));
  const baseline = Math.ceil(Math.max(...measured.map(({ size }) => size.actualBoundingBoxAscent))) + 2;
  const below = Math.ceil(Math.max(...measured.map(({ size }) => size.actualBoundingBoxDescent))) + 2;
  let x = 0;
  const places = measured.map(({ letter, size }) => {
    const left = -Math.ceil(size.actualBoundingBoxLeft) - 1;
    const width = Math.ceil(size.actualBoundingBoxRight) + 1 - left;
    const place = [letter, { x, width, left, advance: round(size.width) }] as const;
    x += width + 1;
    return place;
  });
  const kerning = letters.flatMap((one) =>
    letters.map((other): [string, number] => {
      const apart = context.measureText(one).width + context.measureText(other).width;
      return [one + other, round(context.measureText(one + other).width - apart)];
    }),
  );
  context.canvas.width = x;
  context.canvas.height = baseline + below;
  prepare();
  for (const [letter, place] of places) context.fillText(letter, place.x - place.left, baseline);
  const { data } = context.getImageData(0, 0, x, baseline + below);
  return {
    width: x,
    height: baseline + below,
    alphas: Array.from(data.filter((_, at) => at % 4 === 3)),
    baseline,
    letters: Object.fromEntries(places),
    kerning: Object.fromEntries(kerning.filter(([, by]) => Math.abs(by) >= 0.5)),
  };
}
