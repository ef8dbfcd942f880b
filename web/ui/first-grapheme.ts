/** Made when it is first needed, and once: that takes much longer than to look at a name. */
let segmenter: Intl.Segmenter | undefined;

/**
 * What stands for a person in an avatar: the first thing of the name that a reader would call one character.
 *
 * An emoji of several code points or a letter with its marks stays whole where the browser can segment text, and one
 * code point is taken where it cannot. '?' when there is nothing to see in the name.
 */
export function firstGrapheme(name: string): string {
  const text = name.replace(/^[\s\p{Cf}\p{Cc}]+/u, '');
  if (typeof Intl.Segmenter !== 'function') return Array.from(text)[0] ?? '?';
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const [first] = segmenter.segment(text);
  return first?.segment ?? '?';
}
