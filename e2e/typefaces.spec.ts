import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { readRanges } from '#web/typefaces/unicode-ranges.ts';
import { test } from './donate-journey.ts';
import { phone } from './watched-page.ts';

const ofArchivo = new URL('../node_modules/@fontsource-variable/archivo/', import.meta.url);
/** Weights and widths that the pages use, at the ends of both and between them. */
const styles = [
  { weight: 400, stretch: 'normal' },
  { weight: 650, stretch: 'semi-expanded' },
  { weight: 700, stretch: 'normal' },
  { weight: 750, stretch: 'expanded' },
  { weight: 800, stretch: 'expanded' },
] as const;

/** The typeface files that a page has asked for, by name and without what tells builds apart. */
function watchTypefaces(page: Page): Map<string, Promise<number>> {
  const files = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const [, name] = /\/([\w-]+)-[\w-]{8}\.woff2$/.exec(response.url()) ?? [];
    if (name !== undefined)
      files.set(
        name,
        response.body().then(({ length }) => length),
      );
  });
  return files;
}

for (const locale of ['en-US', 'es-ES']) {
  test(`a donor who reads ${locale} waits for one file of letters, of at most 40 KB; another name brings what it needs`, async ({
    openDonor,
    streamer,
  }) => {
    const page = await openDonor({ ...phone, locale });
    const files = watchTypefaces(page);
    await page.goto(`/donate/${streamer.donationLink}`, { waitUntil: 'networkidle' });
    await expect(page.locator('form button[type=submit]')).toBeVisible();
    expect([...files.keys()]).toEqual(['archivo-latin-wdth-normal-first']);
    expect(await files.get('archivo-latin-wdth-normal-first')).toBeLessThanOrEqual(40_000);

    const name = page.getByLabel(/^(?:Name|Nombre)/);
    for (const [letters, file] of [
      ['Zoë', 'archivo-latin-wdth-normal-rest'],
      ['Łukasz', 'archivo-latin-ext-wdth-normal'],
      ['Thị', 'archivo-vietnamese-wdth-normal'],
    ] as const) {
      await name.fill(letters);
      await expect.poll(() => [...files.keys()]).toContain(file);
      await files.get(file);
    }
  });
}

for (const { what, path } of [
  { what: 'desk', path: () => '/login' },
  { what: 'donor', path: (code: string) => `/donate/${code}` },
]) {
  test(`on the pages of a ${what} every letter is as wide as in the whole typeface`, async ({
    openDonor,
    streamer,
  }) => {
    const page = await openDonor(phone);
    await page.goto(path(streamer.donationLink));
    const sheet = await readFile(new URL('wdth.css', ofArchivo), 'utf8');
    const faces = [...sheet.matchAll(/url\(([^)]+)\)[^}]*unicode-range: ([^;]+)/g)];
    expect(faces).toHaveLength(3);
    for (const [, file = '', ranges = ''] of faces) {
      const whole = await readFile(new URL(file, ofArchivo), 'base64');
      const letters = String.fromCodePoint(...readRanges(ranges));
      const { compared, others } = await page.evaluate(compareLetters, { whole, ranges, letters, styles });
      expect(compared, file).toBeGreaterThan(400);
      expect(others, file).toEqual([]);
    }
  });
}

test('in the desk a name is set as in the whole typeface, with the space that its letters take together', async ({
  openDonor,
}) => {
  const page = await openDonor(phone);
  await page.goto('/login');
  const whole = await readFile(new URL('files/archivo-latin-wdth-normal.woff2', ofArchivo), 'base64');
  const names = ['Tören Wörth', 'François', 'AVÄ', 'Ibáñez'];
  expect(await page.evaluate(compareLetters, { whole, ranges: 'U+0-FF', letters: names, styles })).toEqual({
    compared: names.length * styles.length,
    others: [],
  });
});

interface Compared {
  whole: string;
  ranges: string;
  /** Compared each by itself. */
  letters: string | readonly string[];
  styles: readonly { weight: number; stretch: CanvasFontStretch }[];
}

/**
 * Runs in the page: measures what the whole typeface has in both, and lists what differs by more than half a hundredth
 * of an em: cutting rounds.
 */
async function compareLetters({ whole, ranges, letters, styles: all }: Compared) {
  const bytes = Uint8Array.from(atob(whole), (letter) => letter.charCodeAt(0));
  const face = new FontFace('Whole', bytes, { weight: '100 900', stretch: '62% 125%', unicodeRange: ranges });
  document.fonts.add(await face.load());
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('There is no canvas to measure on.');
  const widthIn = (family: string, text: string, { weight, stretch }: (typeof all)[number]) => {
    context.font = `${weight} 100px ${family}`;
    context.fontStretch = stretch;
    return context.measureText(text).width;
  };
  const others: string[] = [];
  let compared = 0;
  for (const style of all) {
    await document.fonts.load(`${style.weight} 100px "Archivo Variable"`, Array.from(letters).join(''));
    for (const text of letters) {
      // A letter that the whole typeface lacks is as wide as the one behind it.
      const known = widthIn('Whole, monospace', text, style);
      if (known === widthIn('monospace', text, style)) continue;
      compared += 1;
      const width = widthIn('"Archivo Variable", monospace', text, style);
      if (Math.abs(width - known) > 0.5)
        others.push(`${text} ${style.weight} ${style.stretch}: ${known} ${width}`);
    }
  }
  document.fonts.delete(face);
  return { compared, others };
}
