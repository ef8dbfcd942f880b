/** Bars of every wave form: as many as 190 px hold with air between them. */
export const waveformBars = 40;

/**
 * How loud each part of a clip is against its loudest part, 0 to 1.
 *
 * `samples` is one channel of any rate. Loudness is the root mean square, because single peaks make all speech look
 * alike. Silence gives zeros.
 */
export function waveformPeaks(samples: Float32Array, bars = waveformBars): number[] {
  const loudness = Array.from({ length: bars }, (_, bar) => {
    const start = Math.floor((bar * samples.length) / bars);
    const end = Math.floor(((bar + 1) * samples.length) / bars);
    return rootMeanSquare(samples.subarray(start, end));
  });
  const loudest = Math.max(...loudness);
  return loudest === 0 ? loudness : loudness.map((level) => level / loudest);
}

function rootMeanSquare(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/** The bars as one SVG path of upright strokes, in a box of `peaks.length` by 100; the quietest is still a dot. */
export function waveformPath(peaks: readonly number[]): string {
  return peaks
    .map((peak, bar) => {
      const half = Math.max(0.5, Math.min(1, peak) * 42);
      return `M${bar + 0.5} ${(50 - half).toFixed(1)}V${(50 + half).toFixed(1)}`;
    })
    .join('');
}
