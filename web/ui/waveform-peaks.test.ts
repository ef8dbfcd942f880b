import { expect, it } from 'vitest';
import { waveformPath, waveformPeaks } from './waveform-peaks.ts';

it('measures each part against the loudest', () => {
  const samples = Float32Array.from([0, 0, 0.25, -0.25, 0.5, -0.5, 0.1, -0.1]);
  expect(waveformPeaks(samples, 4).map((peak) => Number(peak.toFixed(3)))).toEqual([0, 0.5, 1, 0.2]);
});

it('draws silence, an empty clip and one shorter than the bars without a gap or a NaN', () => {
  expect(waveformPeaks(new Float32Array(100), 4)).toEqual([0, 0, 0, 0]);
  expect(waveformPeaks(new Float32Array(0), 3)).toEqual([0, 0, 0]);
  const short = waveformPeaks(Float32Array.from([1, -1]), 8);
  expect(short).toHaveLength(8);
  expect(short.every((peak) => peak >= 0 && peak <= 1)).toBe(true);
});

it('keeps every bar inside the box and the quietest visible', () => {
  expect(waveformPath([0, 1, 3])).toBe('M0.5 49.5V50.5M1.5 8.0V92.0M2.5 8.0V92.0');
});
