import { expect, type Page } from '@playwright/test';
import { gap, type Leaf } from '#web/texts/flatten-texts.ts';
import { languagePairs } from '#web/texts/language-pairs.ts';
import { appStates, enterInLanguage, showsState } from './app-states.ts';
import { brokenInLargeLetters } from './large-letters.ts';
import { test } from './state-page.ts';

const pairs = await languagePairs();
const wordsIn = (leaves: Leaf[]): string[] =>
  leaves.flatMap(({ text }) => text.split(gap)).map((piece) => piece.trim());
const spanish = pairs.flatMap((pair) => wordsIn(pair.spanish)).join('\n');

/** Pieces of the English dictionary that nobody meets by chance: longer than a name, and not the same in Spanish. */
const english = new Set(
  pairs
    .flatMap((pair) => wordsIn(pair.english))
    .filter((piece) => piece.length > 12 && !spanish.includes(piece)),
);

/** Words on the page, and those that are only announced. */
async function wordsOf(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')];
    const names = named.flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...names].join('\n');
  });
}

/** The description of the API is English, as its calls are. */
const plain = appStates.filter(({ prepare, path }) => prepare === undefined && !path.startsWith('/api/docs'));

// Every trace costs more than its journey here, and none needs another.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel' });

for (const state of plain) {
  test(`whoever chose Spanish reads no English: ${state.name}`, async ({ openState }) => {
    const { page, complaints } = await openState(state);
    await enterInLanguage(page, state, 'es');
    const words = await wordsOf(page);
    expect.soft([...english].filter((text) => words.includes(text))).toEqual([]);
    expect.soft(await page.locator('html').getAttribute('lang')).toBe('es');
    for (const width of [390, 1024]) {
      await page.setViewportSize({ width, height: 844 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(overflow, `scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    }
    expect.soft(await brokenInLargeLetters(page), 'at 320 px in letters twice as large').toEqual([]);
    expect.soft(complaints).toEqual([]);
  });
}

test('a browser that prefers Spanish gets it without asking', async ({ openState }) => {
  const [landing] = appStates;
  if (landing === undefined) throw new Error('There are no states.');
  const { page } = await openState(landing, { locale: 'es-MX' });
  await page.goto(landing.path);
  await showsState(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});
