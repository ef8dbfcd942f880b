import { hiddenLetter, normalLetters, type Token } from './normal-letters.ts';

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
  text: string;
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
 * often ('asss' is found by 'ass', 'as' is not), figures may stand for letters, and a star may hide one ('a*s'). A listed
 * word inside a longer word is not found.
 */
export function findWords(tokens: readonly Token[], index: WordIndex): FoundWord[] {
  if (index.size === 0) return [];
  return tokens.flatMap((_, at) => {
    const found = findAt(tokens, at, index);
    return found === undefined ? [] : [found];
  });
}

/** Under which letters an index has what `findWords` may find in a text; null: under any, for letters are hidden. */
export function lettersIn(tokens: readonly Token[]): string[] | null {
  const forms = tokens.flatMap((token) => token.forms);
  if (forms.some((form) => form.includes(hiddenLetter))) return null;
  return [...new Set(forms.map((form) => runsOf(form).letters))];
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
    .flatMap((form) => mayBe(form, index))
    .flatMap(({ word, parts }) => {
      const end = endOf(parts, tokens, at);
      return end === null ? [] : [{ word, parts, end }];
    })
    .toSorted((a, b) => b.parts.length - a.parts.length);
  const [longest] = hits;
  return longest && { word: longest.word, start: token.start, end: longest.end };
}

/** Where a word or phrase ends that begins with this token; null where another one stands there. */
function endOf([part, ...rest]: readonly Runs[], tokens: readonly Token[], at: number): number | null {
  const token = tokens[at];
  if (token === undefined || part === undefined || !isMeant(token, part)) return null;
  if (rest.length === 0) return token.end;
  // Of what begins behind it, all that begins first: a text may be split in more than one way.
  let next = at + 1;
  while ((tokens[next]?.start ?? token.end) < token.end) next += 1;
  const { start } = tokens[next] ?? token;
  for (; tokens[next]?.start === start; next += 1) {
    const end = endOf(rest, tokens, next);
    if (end !== null) return end;
  }
  return null;
}

/** Entries that may begin with a word. Of one with hidden letters only the first is known to be theirs. */
function mayBe(form: string, index: WordIndex): readonly Entry[] {
  if (!form.includes(hiddenLetter)) return index.get(runsOf(form).letters) ?? [];
  const entries: Entry[] = [];
  for (const [letters, found] of index) if (letters[0] === form[0]) entries.push(...found);
  return entries;
}

function isMeant({ forms }: Token, part: Runs): boolean {
  return forms.some((form) => covers(runsOf(form), part));
}

function covers(written: Runs, listed: Runs): boolean {
  if (written.text.includes(hiddenLetter)) return isBehindStars(written.text, listed.text);
  return (
    written.letters === listed.letters &&
    listed.counts.every((count, place) => (written.counts[place] ?? 0) >= count)
  );
}

/** As many letters, all that are shown among them in their places. */
function isBehindStars(written: string, listed: string): boolean {
  if (written.length !== listed.length) return false;
  return written.split('').every((letter, place) => letter === hiddenLetter || letter === listed[place]);
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
  return { text: word, letters, counts };
}
