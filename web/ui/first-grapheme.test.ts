import { describe, expect, test, vi } from 'vitest';
import { firstGrapheme } from './first-grapheme.ts';

describe('the first grapheme of a name', () => {
  test.each([
    ['Maximiliane', 'M'],
    ['pia', 'p'],
    ['محمد العتيبي', 'م'],
    ['דנה', 'ד'],
    ['🦊 foxglove', '🦊'],
    ['👩‍👩‍👧‍👦 family', '👩‍👩‍👧‍👦'],
    ['🇩🇪 Jo', '🇩🇪'],
    ['👍🏽', '👍🏽'],
    ['e\u0301clair', 'e\u0301'],
    ['नमस्ते', 'न'],
  ])('of %s is %s', (name, expected) => {
    expect(firstGrapheme(name)).toBe(expected);
  });

  test('skips blanks and characters that cannot be seen', () => {
    expect(firstGrapheme(' \n\u200B\u202EZoe')).toBe('Z');
  });

  test('is a question mark when there is nothing to see', () => {
    expect(firstGrapheme('')).toBe('?');
    expect(firstGrapheme(' \u200D\u2067 ')).toBe('?');
  });

  test('never cuts a code point in two where the browser has no segmenter', () => {
    vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
    expect(firstGrapheme('🦊 foxglove')).toBe('🦊');
    vi.unstubAllGlobals();
  });
});
