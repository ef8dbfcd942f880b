/** A word of a text in the form in which words are compared, and where it stands in the text (UTF-16 units). */
export interface Token {
  /** The ways in which it may be meant: as it stands, and with figures read as letters. */
  forms: readonly string[];
  start: number;
  end: number;
}

/** Latin letters in brackets, circles and squares, which Unicode has as pictures. Each alphabet stands in one row. */
const framed = String.raw`\u249c-\u24e9\u{1f110}-\u{1f129}\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}`;
const letter = String.raw`(?!\p{DI})[\p{L}${framed}]`;
const letterOrFigure = String.raw`[\p{L}\p{N}${framed}]`;
/** Drawn as nothing. */
const invisible = String.raw`[\p{Cf}\p{DI}]`;
const wordSign = String.raw`[\p{L}\p{N}\p{M}\p{Cf}\p{DI}@$${framed}]`;
const divider = String.raw`[^\p{L}\p{N}\p{Cf}\p{DI}${framed}]`;

const wordSigns = new RegExp(`${wordSign}+`, 'gu');
/** Signs that stand for a letter only within a word: 'sh!t'. */
const broken = new RegExp(
  `(?<!${wordSign})${invisible}*(?!${invisible})${wordSign}+(?:[!|](?=${invisible}*${letter})${wordSign}+)+`,
  'gu',
);
const spelledOut = new RegExp(
  `(?<!${letterOrFigure})${letter}${invisible}*(${divider})${invisible}*${letter}` +
    `(?:${invisible}*\\1${invisible}*${letter})+(?!${letterOrFigure})`,
  'gu',
);
const framedLetters = new RegExp(`[${framed}]`, 'gu');
const marksAndInvisible = /[\p{M}\p{Cf}\p{DI}]/gu;
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

/** A word as it is compared: no accents, no invisible signs, small letters. Full-width and framed letters are letters. */
export function normalLetters(word: string): string {
  return word
    .replaceAll(framedLetters, letterInFrame)
    .normalize('NFKD')
    .replaceAll(marksAndInvisible, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

function letterInFrame(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const place = code < 0x1f110 ? (code - 0x249c) % 26 : (code - 0x1f110) % 32;
  return String.fromCharCode(0x61 + place);
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
