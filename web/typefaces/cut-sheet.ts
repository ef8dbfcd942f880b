import type { Typeface } from './typefaces.ts';
import { formatRanges, readRanges } from './unicode-ranges.ts';

/** A file to be cut out of one of a package. */
export interface Cut {
  source: string;
  name: string;
  /** Empty for all that the source has: also those that it only puts letters of its range together with. */
  letters: string;
}

/**
 * A package's style sheet as it is for files that are cut out of the package's own and lie in `folder`. No letter is lost: a
 * face that has all of `first` becomes two, and a browser asks for the second once a text has a letter of it.
 */
export function cutSheet(
  sheet: string,
  { weights, widths }: Typeface,
  { folder, first }: { folder: string; first: string },
): { css: string; cuts: Cut[] } {
  const cuts: Cut[] = [];
  const css = sheet.replaceAll(/@font-face \{[^}]*\}/g, (face) => {
    const source = valueOf(face, /files\/([^)]+)\.woff2/);
    const parts = splitOff(first, valueOf(face, /unicode-range: ([^;]+)/));
    return parts
      .map(({ part, range, letters }) => {
        const name = `${source}${part}.woff2`;
        cuts.push({ source: `${source}.woff2`, name, letters });
        return face
          .replace(/font-weight: [^;]+/, `font-weight: ${weights.join(' ')}`)
          .replace(/font-stretch: [^;]+/, `font-stretch: ${widths?.map((width) => `${width}%`).join(' ')}`)
          .replace(/url\([^)]+\)/, `url(${folder}${name})`)
          .replace(/unicode-range: [^;]+/, `unicode-range: ${range}`);
      })
      .join('\n');
  });
  return { css, cuts };
}

/** A face in one part, or in two where it has all of `first`; `part` ends the name of its file. */
function splitOff(first: string, range: string): { part: string; range: string; letters: string }[] {
  const codePoints = readRanges(range);
  const wanted = new Set(Array.from(first, (letter) => letter.codePointAt(0) ?? 0));
  const apart = codePoints.filter((codePoint) => wanted.has(codePoint));
  if (first === '' || apart.length < wanted.size) return [{ part: '', range, letters: '' }];
  const rest = codePoints.filter((codePoint) => !wanted.has(codePoint));
  return Object.entries({ '-first': apart, '-rest': rest }).map(([part, of]) => ({
    part,
    range: formatRanges(of),
    letters: String.fromCodePoint(...of),
  }));
}

function valueOf(face: string, pattern: RegExp): string {
  const value = pattern.exec(face)?.[1];
  if (value === undefined) throw new Error(`A face of the style sheet is written in another way: ${face}`);
  return value;
}
