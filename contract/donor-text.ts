const controlsAndBidi =
  /[\p{Cc}\p{Cs}\p{Co}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]|(?=\p{DI})\p{Cn}/gu;
/** Line ends, and what is drawn as a blank without being one: fillers of Hangul, the empty cell of Braille. */
const blanks = /[\r\n\t\u2800\u3164\uffa0]+/g;
const somethingVisible = /(?!\p{DI})[\p{L}\p{N}\p{P}\p{S}]/u;
/** Signs that are drawn as nothing do not end a letter. No part takes what another may, so it takes linear time. */
const manyMarks = /(\p{M}(?:(?:(?!\p{M})[\p{Cf}\p{DI}])*\p{M}){3})(?:(?:(?!\p{M})[\p{Cf}\p{DI}])*\p{M})+/gu;

/**
 * What a donor typed, made harmless to show (decisions: 'Donor's text').
 *
 * Line ends and blank signs become spaces; control, bidi-override and private-use characters go, and unassigned ones
 * that are drawn as nothing; NFC; at most four combining marks a letter; trimmed; nothing at all where nothing can be
 * seen. It stays text: nothing here makes it safe as HTML, and nothing shows it as HTML.
 */
export function cleanDonorText(text: string): string {
  const clean = text
    .replaceAll(blanks, ' ')
    .replaceAll(controlsAndBidi, '')
    .normalize('NFC')
    .replaceAll(manyMarks, '$1')
    .trim();
  return somethingVisible.test(clean) ? clean : '';
}

/** How long a text is by the limits of the calls: code points, once it is clean. */
export function donorTextLength(text: string): number {
  return Array.from(cleanDonorText(text)).length;
}
