import { expect, test } from 'vitest';
import { speechWav } from '#server/media/speech/speech-wav.ts';
import { toneWav, toneWav16 } from '#server/test/tone-wav.ts';

test('what a program wrote to a pipe gets its true length, and ends with a fade after 15 seconds', () => {
  const short = speechWav(toneWav16(2));
  expect(short.durationMs).toBe(2000);
  const { bytes, durationMs } = speechWav(toneWav16(20));
  const wav = Buffer.from(bytes);
  expect([durationMs, wav.readUInt32LE(4), wav.readUInt32LE(40)]).toEqual([
    15_000,
    wav.length - 8,
    wav.length - 44,
  ]);
  expect(Math.abs(wav.readInt16LE(wav.length - 2))).toBeLessThan(10);
  const loudest = (from: number) =>
    Math.max(...Array.from({ length: 100 }, (_, at) => wav.readInt16LE(from + at * 2)));
  expect(loudest(wav.length - 16_000 * 2)).toBeGreaterThan(11_000);
});

test('anything else is refused: no WAV, other samples, none at all', () => {
  const nothing = toneWav16(0);
  for (const written of [
    Buffer.alloc(0),
    Buffer.from('not a sound'),
    toneWav(1),
    nothing,
    nothing.subarray(0, 30),
  ])
    expect(() => speechWav(written)).toThrow(TypeError);
});
