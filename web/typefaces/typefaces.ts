/** A typeface from a package, and what the pages use of it: a style sheet that asks for more would be given less. */
export interface Typeface {
  /** The package's style sheet, which pages import as it is. */
  sheet: string;
  weights: [least: number, most: number];
  /** In per cent; a typeface of one width has none. */
  widths?: [least: number, most: number];
}

export const archivo: Typeface = {
  sheet: '@fontsource-variable/archivo/wdth.css',
  weights: [400, 800],
  widths: [100, 125],
};

export const jetBrainsMono: Typeface = {
  sheet: '@fontsource-variable/jetbrains-mono/wght.css',
  weights: [400, 700],
};

const lettersFrom = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, place) => from + place));

/**
 * What English and Spanish are written with, and what needs one file with it: marks above or below letters, and spaces that
 * are made of the plain one. Letters of two files are set without kerning, so pages on which others read a name have each
 * script in one.
 */
export const firstLetters = [
  lettersFrom(0x20, 0x7e),
  '\u00a0¡¿ÁÉÍÑÓÚÜáéíñóúü«»·×–—‘’“”…€',
  '\u0304\u0308\u0329',
  lettersFrom(0x2000, 0x200a),
  '\u2028\u2029\u202f\u205f',
].join('');
