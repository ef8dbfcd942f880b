import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanDonorText } from './donor-text.ts';

describe('what a donor typed', () => {
  test('is trimmed, on one line, and in one form', () => {
    expect(cleanDonorText('  a\r\nb\tc ')).toBe('a b c');
    expect(cleanDonorText('e\u0301')).toBe('é');
  });

  test('holds no control and no bidi-override characters', () => {
    expect(cleanDonorText('a\u0000b\u202Ec\u2066d\u200Fe')).toBe('abcde');
  });

  test('keeps at most four marks a letter', () => {
    expect(cleanDonorText(`z${'\u0335'.repeat(40)}`)).toBe(`z${'\u0335'.repeat(4)}`);
  });

  test('keeps emoji of several code points and every script', () => {
    for (const text of ['👩‍👩‍👧‍👦', 'محمد', 'שלום', 'नमस्ते', '<b>&amp;</b>'])
      expect(cleanDonorText(text)).toBe(text);
  });

  test('is nothing when nothing can be seen', () => {
    expect(cleanDonorText('\u200b\u200b \u2060')).toBe('');
  });

  test('is stable, and never longer than it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const clean = cleanDonorText(text);
        expect(cleanDonorText(clean)).toBe(clean);
      }),
    );
  });
});
