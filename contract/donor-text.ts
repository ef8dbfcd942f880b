const controlsAndBidi =
  /[\p{Cc}\p{Cs}\p{Co}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/gu;
const somethingVisible = /[\p{L}\p{N}\p{P}\p{S}]/u;
const manyMarks = /(\p{M}{4})\p{M}+/gu;

/**
 * What a donor typed, made harmless to show (decisions: 'Donor's text').
 *
 * Line ends become spaces; control, bidi-override and private-use characters go; NFC; at most four combining marks
 * a letter; trimmed; nothing at all where nothing can be seen. It stays text: nothing here makes it safe as HTML, and nothing shows it as HTML.
 */
export function cleanDonorText(text: string): string {
  const clean = text
    .replaceAll(/[\r\n\t]+/g, ' ')
    .replaceAll(controlsAndBidi, '')
    .normalize('NFC')
    .replaceAll(manyMarks, '$1')
    .trim();
  return somethingVisible.test(clean) ? clean : '';
}
