import type { AlertSettings, WordListLanguage } from '#contract/moderation.ts';
import { tokensOf } from './normal-letters.ts';
import { asTheyAreRead, gaps, type TwoTexts } from './two-texts.ts';
import { type FoundWord, findWords, indexWords, type WordIndex } from './word-index.ts';
import { words as de } from './words/de.ts';
import { words as en } from './words/en.ts';
import { words as es } from './words/es.ts';
import { words as fr } from './words/fr.ts';
import { words as pt } from './words/pt.ts';

/** What of a streamer's settings decides about words. */
export type WordSettings = Pick<AlertSettings, 'wordLists' | 'ownWords' | 'allowedWords'>;

/** What stands in the place of a found word: as many whatever the word, so that nothing of it can be guessed. */
const stars = '****';

const lists: Record<WordListLanguage, WordIndex> = {
  en: indexWords(en),
  es: indexWords(es),
  de: indexWords(de),
  fr: indexWords(fr),
  pt: indexWords(pt),
};

/** A settings object is asked about many names: its own lists are made ready once. */
const ownIndexes = new WeakMap<WordSettings, { own: WordIndex; allowed: WordIndex }>();

/**
 * Listed words in a text that the streamer has not allowed, with their places. What is allowed lets through what is found at
 * its beginning, never a longer word that only begins as it does.
 */
function findListed(text: string, settings: WordSettings): FoundWord[] {
  const { own, allowed } = indexesOf(settings);
  const tokens = tokensOf(text);
  const letThrough = findWords(tokens, allowed);
  return [own, ...settings.wordLists.map((language) => lists[language])]
    .flatMap((index) => findWords(tokens, index))
    .filter((found) => !letThrough.some(({ start, end }) => start === found.start && end >= found.end));
}

/** Listed words in two texts that are read one after the other, also those that begin in the first and end in the second. */
export function findListedInBoth(texts: TwoTexts, settings: WordSettings): string[] {
  const found = asTheyAreRead(texts).flatMap((text) => findListed(text, settings));
  return [...new Set(found.map(({ word }) => word))];
}

/** The text with every listed word starred out, by the streamer's settings. Pure. */
export function maskText(text: string, settings: WordSettings): string {
  return starOut(text, findListed(text, settings));
}

/** The two texts with these words starred out, as they were found in both together when the alert was made. */
export function maskBoth(texts: TwoTexts, words: readonly string[]): [string, string] {
  const [first, second] = texts;
  const index = indexWords(words);
  const found = texts.map((text) => findWords(tokensOf(text), index));
  for (const gap of gaps) {
    const middle = first.length + gap.length;
    for (const { word, start, end } of findWords(tokensOf(first + gap + second), index)) {
      if (start >= first.length || end <= middle) continue;
      found[0]?.push({ word, start, end: first.length });
      found[1]?.push({ word, start: 0, end: end - middle });
    }
  }
  return [starOut(first, found[0] ?? []), starOut(second, found[1] ?? [])];
}

function starOut(text: string, found: readonly FoundWord[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    masked += text.slice(at, start) + stars;
    at = end;
  }
  return masked + text.slice(at);
}

function indexesOf(settings: WordSettings): { own: WordIndex; allowed: WordIndex } {
  const known = ownIndexes.get(settings);
  if (known !== undefined) return known;
  const made = { own: indexWords(settings.ownWords), allowed: indexWords(settings.allowedWords) };
  ownIndexes.set(settings, made);
  return made;
}
