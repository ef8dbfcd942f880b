import type { AlertSettings, WordListLanguage } from '#contract/moderation.ts';
import { tokensOf } from './normal-letters.ts';
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
export function findListed(text: string, settings: WordSettings): FoundWord[] {
  const { own, allowed } = indexesOf(settings);
  const tokens = tokensOf(text);
  const letThrough = findWords(tokens, allowed);
  return [own, ...settings.wordLists.map((language) => lists[language])]
    .flatMap((index) => findWords(tokens, index))
    .filter((found) => !letThrough.some(({ start, end }) => start === found.start && end >= found.end));
}

/** The text with every listed word starred out, by the streamer's settings. Pure. */
export function maskText(text: string, settings: WordSettings): string {
  return starOut(text, findListed(text, settings));
}

/** The text with these words starred out, as they were found when the alert was made. */
export function maskWords(text: string, words: readonly string[]): string {
  return starOut(text, findWords(tokensOf(text), indexWords(words)));
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
