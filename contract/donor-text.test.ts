import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanDonorText } from './donor-text.ts';

/** Milliseconds of this thread's own work: of the clock it takes as long as whatever else runs lets it. */
function workMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('what a donor typed', () => {
  test('is trimmed, on one line, and in one form', () => {
    expect(cleanDonorText('  a\r\nb\tc ')).toBe('a b c');
    expect(cleanDonorText('e\u0301')).toBe('é');
  });

  test('holds no control and no bidi-override characters', () => {
    expect(cleanDonorText('a\u0000b\u202Ec\u2066d\u200Fe')).toBe('abcde');
  });

  test('holds no unassigned characters that are drawn as nothing', () => {
    for (const sign of ['\u2065', '\ufff0', '\ufff8', '\u{e0000}', '\u{e0080}', '\u{e01f0}', '\u{e0fff}'])
      expect(cleanDonorText(`a${sign}b`)).toBe('ab');
  });

  test('keeps at most four marks a letter, whatever that is drawn as nothing stands between them', () => {
    const four = '\u0335'.repeat(4);
    expect(cleanDonorText(`z${four.repeat(10)}`)).toBe(`z${four}`);
    for (const between of ['\u200d', '\u200c', '\u200b', '\u034f', '\u1160', '\u{e0061}', '\u200d\u2060']) {
      const clean = cleanDonorText(`z${(four + between).repeat(10)}.`);
      expect(clean.match(/\u0335/g)?.length, between).toBeLessThanOrEqual(4);
      expect(clean).toMatch(/^z.*\.$/u);
    }
    expect(cleanDonorText(`z${four}y${four}`)).toBe(`z${four}y${four}`);
  });

  test('keeps emoji of several code points and every script', () => {
    for (const text of [
      '👩‍👩‍👧‍👦',
      '👩🏽‍❤️‍💋‍👨🏿',
      '🏳️‍⚧️🏴‍☠️',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '1️⃣',
      'محمد',
      'می‌خواهم',
      'مُحَمَّدٌ‌مُحَمَّدٌ',
      'שלום',
      'בְּרֵאשִׁ֖ית',
      'नमस्ते',
      'क्‍ष र्‍य',
      'ක්‍ෂ',
      '각',
      'འགྲོ',
      '葛\u{e0100}',
      '<b>&amp;</b>',
    ])
      expect(cleanDonorText(text)).toBe(text.normalize('NFC'));
  });

  test('is nothing when nothing can be seen', () => {
    for (const text of ['\u200b\u200b \u2060', '\u3164', '\uffa0\u3164', '\u1160\u115f', '\u2800', '\u2065'])
      expect(cleanDonorText(text)).toBe('');
    expect(cleanDonorText('a\u3164b\u2800')).toBe('a b');
  });

  test('is stable, and never longer than it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const clean = cleanDonorText(text);
        expect(cleanDonorText(clean)).toBe(clean);
      }),
    );
  });

  test('is made in no time, however long and odd it is', () => {
    const parts = [
      '\u0335',
      '\u200d',
      '\u034f',
      '\u0335\u200d',
      'z\u0335\u200d\u034f',
      '\u0335\u200d\u200d\ufe0f',
    ];
    expect(workMs(() => parts.forEach((part) => cleanDonorText(`z${part.repeat(20_000)}!`)))).toBeLessThan(
      1000,
    );
  });
});
