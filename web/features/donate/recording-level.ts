/** Below this a room is as good as silent, in decibels under full scale; speech close to a microphone reaches -12. */
const silenceDb = -50;
const fullDb = -12;

/** How far a level meter is out, 0 to 1, for the newest samples of a microphone. */
export function meterLevel(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const db = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12);
  return Math.min(1, Math.max(0, (db - silenceDb) / (fullDb - silenceDb)));
}

/** The bars so far with this level in the one that is due now; a bar keeps its loudest. `share` is the time gone, 0 to 1. */
export function withLevel(bars: readonly number[], share: number, level: number): number[] {
  const due = Math.min(bars.length - 1, Math.floor(share * bars.length));
  return bars.map((bar, index) => (index === due ? Math.max(bar, level) : bar));
}
