import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { cutSheet } from './cut-sheet.ts';
import { archivo, firstLetters, jetBrainsMono } from './typefaces.ts';
import { readRanges } from './unicode-ranges.ts';

const web = new URL('..', import.meta.url).pathname;
const packages = new URL('../../node_modules/', import.meta.url).pathname;

/** The code points of each face of a sheet, by its file. */
function lettersByFile(sheet: string): Map<string, number[]> {
  const faces = sheet.matchAll(/url\([^)]*?([\w-]+)\.woff2\)[^}]*unicode-range: ([^;]+)/g);
  return new Map([...faces].map(([, file = '', ranges = '']) => [file, readRanges(ranges)]));
}

test.each([archivo, jetBrainsMono])('no letter of $sheet is lost, and none comes twice', async (typeface) => {
  const sheet = await readFile(packages + typeface.sheet, 'utf8');
  const whole = lettersByFile(sheet);
  for (const first of ['', firstLetters]) {
    const { css, cuts } = cutSheet(sheet, typeface, { folder: '', first });
    expect(cuts).toHaveLength(whole.size + (first === '' ? 0 : 1));
    const ranges = lettersByFile(css);
    for (const { name, letters } of cuts.filter((cut) => cut.letters !== '')) {
      expect(String.fromCodePoint(...(ranges.get(name.replace('.woff2', '')) ?? []))).toBe(letters);
    }
    for (const [file, letters] of whole) {
      const parts = cuts.filter(({ source }) => source === `${file}.woff2`);
      const cut = parts.flatMap(({ name }) => ranges.get(name.replace('.woff2', '')) ?? []);
      expect(cut.sort((a, b) => a - b)).toEqual(letters);
    }
  }
});

test('our words, English and Spanish, need no letters but the first', async () => {
  const sheet = await readFile(packages + archivo.sheet, 'utf8');
  const ofTypeface = new Set([...lettersByFile(sheet).values()].flat());
  const sources = globSync('{texts/{en,es}/**/*.ts,*.html}', { cwd: web });
  expect(sources.length).toBeGreaterThan(40);
  for (const source of sources) {
    const letters = new Set((await readFile(web + source, 'utf8')).replaceAll(/\s/g, ''));
    const others = [...letters].filter((letter) => !firstLetters.includes(letter));
    expect
      .soft(
        others.filter((letter) => ofTypeface.has(letter.codePointAt(0) ?? 0)),
        source,
      )
      .toEqual([]);
  }
});

test('no style sheet asks for a weight or a width that is cut off', async () => {
  const [lightest, heaviest] = archivo.weights;
  const [narrowest, widest] = archivo.widths ?? [];
  const asked = { weights: new Set<number>(), widths: new Set<number>() };
  for (const path of globSync('**/*.css', { cwd: web })) {
    const css = await readFile(web + path, 'utf8');
    for (const [, weight] of css.matchAll(/font(?:-weight)?:\s*(\d{3})\b/g))
      asked.weights.add(Number(weight));
    for (const [, width] of css.matchAll(/(?:font-stretch|--wide-\w+):\s*(\d+)%/g))
      asked.widths.add(Number(width));
  }
  expect([Math.min(...asked.weights), Math.max(...asked.weights)]).toEqual([lightest, heaviest]);
  expect([Math.min(...asked.widths), Math.max(...asked.widths)]).toEqual([narrowest, widest]);
});

test('neither typeface reserves its name, which the licence would not let a cut one bear', async () => {
  for (const { sheet } of [archivo, jetBrainsMono]) {
    const licence = await readFile(`${packages}${sheet.replace(/[^/]+$/, 'LICENSE')}`, 'utf8');
    const [copyright = ''] = licence.split('This Font Software is licensed');
    expect(copyright).toContain('Copyright');
    expect(copyright).not.toMatch(/reserved/i);
  }
});
