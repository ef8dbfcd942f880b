/** A word of a text in the form in which words are compared, and where it stands in the text (UTF-16 units). */
export interface Token {
  /** The ways in which it may be meant: as it stands, and with figures read as letters. */
  forms: readonly string[];
  start: number;
  end: number;
}

const wordSigns = /[\p{L}\p{N}\p{M}\p{Cf}@$]+/gu;
/** Signs that stand for a letter only within a word: 'sh!t'. */
const broken =
  /(?<![\p{L}\p{N}\p{M}\p{Cf}@$])[\p{L}\p{N}\p{M}\p{Cf}@$]+(?:[!|](?=\p{L})[\p{L}\p{N}\p{M}\p{Cf}@$]+)+/gu;
const spelledOut = /(?<![\p{L}\p{N}])\p{L}([^\p{L}\p{N}])\p{L}(?:\1\p{L})+(?![\p{L}\p{N}])/gu;
const marksAndInvisible = /[\p{M}\p{Cf}]/gu;
const figuresAround = /^\p{N}+|\p{N}+$/gu;
const hasLetter = /\p{L}/u;

const figures: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
};

/** A word as it is compared: no accents, no invisible signs, small letters. Full-width letters are letters. */
export function normalLetters(word: string): string {
  return word.normalize('NFKD').replaceAll(marksAndInvisible, '').toLowerCase().replaceAll('ß', 'ss');
}

/**
 * The words of a text, in order.
 *
 * Letters, figures, marks and invisible signs hold together; anything else ends a word. After them come the words that
 * are broken by a sign ('sh!t') or spelled out letter by letter ('f.u.c.k').
 */
export function tokensOf(text: string): Token[] {
  return [
    ...matches(text, wordSigns, formsOf),
    ...matches(text, broken, formsOf),
    ...matches(text, spelledOut, joinedForm),
  ];
}

function matches(text: string, pattern: RegExp, read: (word: string) => readonly string[]): Token[] {
  return [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
    forms: read(word),
    start: index,
    end: index + word.length,
  }));
}

/** Figures are read as letters only beside letters: '455' is a number. A '1' may be an i or an l. */
function formsOf(word: string): readonly string[] {
  const normal = normalLetters(word);
  if (!hasLetter.test(normal)) return [normal];
  const inner = normal.replaceAll(figuresAround, '');
  return [...new Set([normal, inner, ...asLetters(normal)])];
}

/** Figures and signs read as the letters that they may stand for; a '1' may be an i or an l. */
export function asLetters(normal: string): string[] {
  return [read(normal, figures), read(normal, { ...figures, '1': 'l', '!': 'l', '|': 'l' })];
}

function joinedForm(word: string): readonly string[] {
  return [normalLetters(word).replaceAll(/[^\p{L}\p{N}]/gu, '')];
}

function read(normal: string, letters: Record<string, string>): string {
  return normal.replaceAll(/[0134578@$!|]/g, (sign) => letters[sign] ?? sign);
}
