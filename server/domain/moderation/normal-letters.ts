import { readAsLatin } from './look-alikes.ts';

/** A word of a text in the form in which words are compared, and where it stands in the text (UTF-16 units). */
export interface Token {
  /** The ways in which it may be meant: as it stands, and with figures and look-alikes read as letters. */
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
/** A letter that stands alone, or a figure that may be meant as one. */
const single = String.raw`[\p{L}${framed}01345789]`;
const dividers = String.raw`[^\p{L}\p{N}${framed}]{1,3}`;

const wordSigns = new RegExp(`${wordSign}+`, 'gu');
/** Signs that stand for a letter only within a word: 'sh!t'. */
const broken = new RegExp(
  `(?<!${wordSign})${invisible}*(?!${invisible})${wordSign}+(?:[!|](?=${invisible}*${letter})${wordSign}+)+`,
  'gu',
);
/** Letters behind stars within a word: 'sh*t'. */
const starred = new RegExp(`(?<!${wordSign})${wordSign}+(?:[*#]+${wordSign}+)+`, 'gu');
const stars = /[*#]/g;
const starsAround = /^\*+|(?<!\*)\*+$/g;
/** Letters one by one, with the same between all of them and with anything: neither finds all that the other does. */
const spelledOut = [
  new RegExp(
    `(?<!${letterOrFigure})${single}(${dividers})${single}(?:\\1${single})+(?!${letterOrFigure})`,
    'gu',
  ),
  new RegExp(`(?<!${letterOrFigure})${single}(?:${dividers}${single}){2,}(?!${letterOrFigure})`, 'gu'),
];
const singles = new RegExp(single, 'gu');
const invisibles = new RegExp(invisible, 'gu');
/** Words of one letter, which may stand before or after a word that is spelled out: at most so many. */
const wordOfOneLetter = /^[aeiouy]$/u;
const mostBefore = 2;
const mostAfter = 1;
const fewestSpelled = 3;
const framedLetters = new RegExp(`[${framed}]`, 'gu');
const marksAndInvisible = /[\p{M}\p{Cf}\p{DI}]/gu;
const figuresAround = /^[\p{N}@$]+|(?<![\p{N}@$])[\p{N}@$]+$/gu;
const signsBefore = /^[@$]+/;
const signsAfter = /(?<![@$])[@$]+$/;
const hasLetter = /\p{L}/u;

const figures: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
};

/** In a form of a word, where a letter is hidden. */
export const hiddenLetter = '*';

/** A word as it is compared: no accents, no invisible signs, small letters. Full-width and framed letters are letters. */
export function normalLetters(word: string): string {
  return small(drawnLetters(word));
}

/** A word as it is compared, as it stands and, where that is another one, as whoever reads it takes it for a Latin one. */
export function readingsOf(word: string): string[] {
  const drawn = drawnLetters(word);
  const latin = readAsLatin(drawn);
  return latin === drawn ? [small(drawn)] : [small(drawn), small(latin)];
}

function small(drawn: string): string {
  return drawn.toLowerCase().replaceAll('ß', 'ss');
}

/** A text as it is read: no accents, no invisible signs. Full-width and framed letters are letters. */
export function drawnLetters(text: string): string {
  return text.replaceAll(framedLetters, letterInFrame).normalize('NFKD').replaceAll(marksAndInvisible, '');
}

function letterInFrame(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const place = code < 0x1f110 ? (code - 0x249c) % 26 : (code - 0x1f110) % 32;
  return String.fromCharCode(0x61 + place);
}

/**
 * The words of a text in the order in which they begin, in every way in which it may be split.
 *
 * Letters, figures, marks and invisible signs hold together; anything else ends a word. Beside them stand the words that
 * are broken by a sign ('sh!t'), have letters behind stars ('sh*t') or are spelled out letter by letter ('f.u.c.k', also
 * in 'a f u c k').
 */
export function tokensOf(text: string): Token[] {
  return [
    ...matches(text, wordSigns, formsOf),
    ...matches(text, broken, formsOf),
    ...matches(text, starred, formsBehindStars),
    ...spelledIn(text),
  ].toSorted((a, b) => a.start - b.start);
}

function matches(text: string, pattern: RegExp, read: (word: string) => readonly string[]): Token[] {
  return [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
    forms: read(word),
    start: index,
    end: index + word.length,
  }));
}

/** Stars hide letters only between those that are shown; invisible signs may stand around them. */
function formsBehindStars(word: string): readonly string[] {
  return formsOf(word.replaceAll(stars, hiddenLetter)).map((form) => form.replaceAll(starsAround, ''));
}

/** Figures are read as letters only beside letters: '455' is a number. A '1' may be an i or an l. */
function formsOf(word: string): readonly string[] {
  return readingsOf(word).flatMap(formsOfReading);
}

function formsOfReading(normal: string): readonly string[] {
  if (!hasLetter.test(normal)) return [normal];
  const inner = normal.replaceAll(figuresAround, '');
  return [...new Set([normal, inner, ...withFewerSigns(normal).flatMap(asLetters)])];
}

/**
 * A word with the signs at its ends, and without some of them or all: '@' and '$' may be letters there ('$hit') or not
 * ('@name'), also side by side ('@$hit').
 */
function withFewerSigns(normal: string): string[] {
  const before = signsBefore.exec(normal)?.[0] ?? '';
  const after = signsAfter.exec(normal)?.[0] ?? '';
  const inner = normal.slice(before.length, normal.length - after.length);
  const ends = [after, /^(?:@+|\$+)/.exec(after)?.[0] ?? '', ''];
  return [before, /(?:@+|\$+)$/.exec(before)?.[0] ?? '', ''].flatMap((beginning) =>
    ends.map((end) => `${beginning}${inner}${end}`),
  );
}

/** Figures and signs read as the letters that they may stand for; a '1' may be an i or an l. */
export function asLetters(normal: string): string[] {
  return [read(normal, figures), read(normal, { ...figures, '1': 'l', '!': 'l', '|': 'l' })];
}

/** Words that are spelled out, each also without words of one letter around it. Signs that are not drawn do not count. */
function spelledIn(text: string): Token[] {
  const drawn = drawnOf(text);
  return spelledOut.flatMap((pattern) =>
    [...drawn.text.matchAll(pattern)].flatMap(({ 0: run, index }) =>
      partsOf([...run.matchAll(singles)]).flatMap((part) => {
        const forms = spelledForms(part.map(([sign]) => sign).join(''));
        const [first, last] = [part[0], part.at(-1)];
        if (forms.length === 0 || first === undefined || last === undefined) return [];
        const end = index + last.index + last[0].length;
        return [{ forms, start: drawn.placeOf(index + first.index), end: drawn.placeOf(end - 1) + 1 }];
      }),
    ),
  );
}

function partsOf(signs: readonly RegExpExecArray[]): (readonly RegExpExecArray[])[] {
  const parts: (readonly RegExpExecArray[])[] = [];
  for (let before = 0; before <= mostBefore; before += 1) {
    if (before > 0 && !isWord(signs[before - 1])) break;
    for (let after = 0; after <= mostAfter; after += 1) {
      if (after > 0 && !isWord(signs.at(-after))) break;
      const part = signs.slice(before, signs.length - after);
      if (part.length >= fewestSpelled) parts.push(part);
    }
  }
  return parts;
}

function isWord(sign: RegExpExecArray | undefined): boolean {
  return wordOfOneLetter.test(normalLetters(sign?.[0] ?? ''));
}

/** Figures are read as letters where at least two letters are among them: 'a 5 5' counts something. */
function spelledForms(signs: string): readonly string[] {
  const readings = readingsOf(signs);
  if (((readings[0] ?? '').match(/\p{L}/gu) ?? []).length < 2) return [];
  return [...new Set(readings.flatMap((normal) => [normal, ...asLetters(normal)]))];
}

/** The text without what is drawn as nothing, and where each place of it is in the text. */
function drawnOf(text: string): { text: string; placeOf: (at: number) => number } {
  const places: number[] = [];
  let at = 0;
  const note = (end: number): void => {
    for (; at < end; at += 1) places.push(at);
  };
  for (const { 0: sign, index } of text.matchAll(invisibles)) {
    note(index);
    at = index + sign.length;
  }
  note(text.length);
  return { text: text.replaceAll(invisibles, ''), placeOf: (place) => places[place] ?? text.length };
}

function read(normal: string, letters: Record<string, string>): string {
  return normal.replaceAll(/[01345789@$!|]/g, (sign) => letters[sign] ?? sign);
}
