import { describe, expect, test } from 'vitest';
import { levelSamples } from './level-samples.ts';
import { loudnessOf, sampleRate } from './loudness.ts';

/** Parts of a sine one after the other: seconds, and the peak of each in dBFS. */
function sine(parts: readonly (readonly [seconds: number, dbfs: number])[], hz = 1000): Float32Array {
  const lengths = parts.map(([seconds]) => Math.round(seconds * sampleRate));
  const samples = new Float32Array(lengths.reduce((all, length) => all + length, 0));
  let at = 0;
  for (const [index, [, dbfs]] of parts.entries()) {
    const level = 10 ** (dbfs / 20);
    for (const end = at + (lengths[index] ?? 0); at < end; at += 1)
      samples[at] = level * Math.sin((2 * Math.PI * hz * at) / sampleRate);
  }
  return samples;
}

const stereo = (parts: Parameters<typeof sine>[0], hz?: number) => {
  const left = sine(parts, hz);
  return [left, left.slice()];
};
const peakOf = (channels: readonly Float32Array[]) =>
  Math.max(
    ...channels.map((channel) => channel.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)),
  );

describe('the loudness of a clip', () => {
  // The test signals of EBU Tech 3341, shortened; the tolerance is theirs.
  test.each([
    ['a steady tone', [[10, -23]], -23],
    ['a quieter tone', [[10, -33]], -33],
    [
      'quieter parts around a loud one, which the relative gate leaves out',
      [
        [4, -36],
        [12, -23],
        [4, -36],
      ],
      -23,
    ],
    [
      'near silence, which the absolute gate leaves out',
      [
        [4, -72],
        [4, -36],
        [12, -23],
        [4, -36],
        [4, -72],
      ],
      -23,
    ],
  ] as const)('of %s is as the EBU has it', (_, parts, expected) => {
    expect(Math.abs(loudnessOf(stereo(parts)) - expected)).toBeLessThanOrEqual(0.1);
  });

  test('of one channel is 3 dB less than of two', () => {
    expect(loudnessOf([sine([[5, -20]])])).toBeCloseTo(-23.0, 0);
  });

  test('counts deep tones for less and high ones for more', () => {
    expect(loudnessOf(stereo([[5, -23]], 40))).toBeLessThan(-26);
    expect(loudnessOf(stereo([[5, -23]], 6000))).toBeGreaterThan(-20.5);
  });

  test('of silence, of nothing and of a blip is a number or −Infinity, never an error', () => {
    expect(loudnessOf([new Float32Array(sampleRate)])).toBe(Number.NEGATIVE_INFINITY);
    expect(loudnessOf([])).toBe(Number.NEGATIVE_INFINITY);
    expect(loudnessOf(stereo([[0.05, -3]]))).toBeGreaterThan(-30);
  });
});

describe('levelling', () => {
  test.each([
    [-40, -22],
    [-30, -16],
    [-20, -16],
    [-10, -16],
    [0, -16],
  ])('brings a tone at %d dBFS to %d LUFS: never up by more than 18 dB', (dbfs, expected) => {
    const channels = stereo([[2, dbfs]]);
    expect(levelSamples(channels)).toBe(true);
    expect(Math.abs(loudnessOf(channels) - expected)).toBeLessThan(0.1);
    expect(peakOf(channels)).toBeLessThanOrEqual(0.842);
  });

  test('leaves alone what is within 1 dB already, and silence', () => {
    const normal = stereo([[2, -16.6]]);
    const before = Float32Array.from(normal[0] ?? []);
    expect(levelSamples(normal)).toBe(false);
    expect(normal[0]).toEqual(before);
    expect(levelSamples([new Float32Array(sampleRate)])).toBe(false);
    expect(levelSamples([])).toBe(false);
  });

  test('keeps a bang in a quiet clip below −1.5 dBFS and brings the rest up to the others', () => {
    const quiet: [number, number] = [1.5, -34];
    const bang: [number, number] = [0.002, 0];
    const channels = stereo([quiet, bang, quiet, bang, quiet]);
    expect(loudnessOf(channels)).toBeGreaterThan(-33);
    levelSamples(channels);
    expect(peakOf(channels)).toBeLessThanOrEqual(0.842);
    const rest = channels.map((channel) => channel.subarray(0, sampleRate));
    expect(Math.abs(loudnessOf(rest) + 16.5)).toBeLessThan(1);
  });

  test('makes no click: the gain never jumps', () => {
    const steady = new Float32Array(sampleRate * 3).fill(0.05);
    steady.fill(0.9, sampleRate, sampleRate + 4);
    const before = Float32Array.from(steady);
    levelSamples([steady]);
    let jump = 0;
    for (let i = 1; i < steady.length; i++) {
      const gain = (steady[i] ?? 0) / (before[i] ?? 1);
      jump = Math.max(jump, Math.abs(gain - (steady[i - 1] ?? 0) / (before[i - 1] ?? 1)));
    }
    expect(jump).toBeLessThan(0.05);
  });
});
