import { normalLetters, type Token } from './normal-letters.ts';

/** Where a listed word stands in a text (UTF-16 units), and which word of the list it is. */
export interface FoundWord {
  word: string;
  start: number;
  end: number;
}

/** A listed word or phrase, each of its words as its letters and how often each stands in a row. */
interface Entry {
  word: string;
  parts: Runs[];
}
interface Runs {
  letters: string;
  counts: readonly number[];
}

/** Listed words by the letters of their first word. */
export type WordIndex = ReadonlyMap<string, readonly Entry[]>;

/** Makes words and phrases findable. Those that have no letter or figure are left out. */
export function indexWords(words: Iterable<string>): WordIndex {
  const index = new Map<string, Entry[]>();
  for (const word of words) {
    const parts = wordsOf(word).map(runsOf);
    const first = parts[0]?.letters;
    if (first === undefined) continue;
    index.set(first, [...(index.get(first) ?? []), { word, parts }]);
  }
  return index;
}

/**
 * Every place where a listed word stands as a whole word, in the order of the text's words.
 *
 * Case, accents and invisible signs do not matter; letters may be repeated more often than in the list, never less
 * often ('asss' is found by 'ass', 'as' is not), and figures may stand for letters. A listed word inside a longer
 * word is not found.
 */
export function findWords(tokens: readonly Token[], index: WordIndex): FoundWord[] {
  if (index.size === 0) return [];
  return tokens.flatMap((_, at) => {
    const found = findAt(tokens, at, index);
    return found === undefined ? [] : [found];
  });
}

/** Under which letters an index has what `findWords` may find in a text: looking for these is enough. */
export function lettersIn(tokens: readonly Token[]): string[] {
  return [...new Set(tokens.flatMap(({ forms }) => forms.map((form) => runsOf(form).letters)))];
}

/** Under which letters an index has a word or phrase; null for one that has no letter or figure. */
export function lettersOf(entry: string): string | null {
  const [first] = wordsOf(entry);
  return first === undefined ? null : runsOf(first).letters;
}

function findAt(tokens: readonly Token[], at: number, index: WordIndex): FoundWord | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const hits = token.forms
    .flatMap((form) => index.get(runsOf(form).letters) ?? [])
    .filter(({ parts }) => parts.every((part, offset) => isMeant(tokens[at + offset], part)))
    .toSorted((a, b) => b.parts.length - a.parts.length);
  const [longest] = hits;
  if (longest === undefined) return undefined;
  const last = tokens[at + longest.parts.length - 1] ?? token;
  return { word: longest.word, start: token.start, end: last.end };
}

function isMeant(token: Token | undefined, part: Runs): boolean {
  return token?.forms.some((form) => covers(runsOf(form), part)) === true;
}

function covers(written: Runs, listed: Runs): boolean {
  return (
    written.letters === listed.letters &&
    listed.counts.every((count, place) => (written.counts[place] ?? 0) >= count)
  );
}

/** The words of a list's entry. Figures in it are meant as figures. */
function wordsOf(entry: string): string[] {
  return normalLetters(entry).match(/[\p{L}\p{N}@$]+/gu) ?? [];
}

function runsOf(word: string): Runs {
  const counts: number[] = [];
  let letters = '';
  let last = '';
  for (const letter of word) {
    if (letter === last) counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
    else {
      letters += letter;
      counts.push(1);
    }
    last = letter;
  }
  return { letters, counts };
}
