import { loudnessOf, sampleRate } from './loudness.ts';

/** Where the server's own normalising goes as well. */
const targetLufs = -16;
/** What is this close to the target already is left as it is. */
const toleranceDb = 1;
/** More than this would only bring up the noise of a recording. */
const mostBoostDb = 18;
/** −1.5 dBFS: what lies between the samples stays below −1 dB. */
const ceiling = 0.841;
const attackPerSample = 1 / (0.005 * sampleRate);
const releasePerSample = 1 / (0.15 * sampleRate);

/**
 * Brings a clip to −16 LUFS in place, with no peak above −1.5 dBFS: samples from −1 to 1 at `sampleRate`.
 *
 * False when nothing had to change: it is as loud as it should be, or silent.
 */
export function levelSamples(channels: readonly Float32Array[]): boolean {
  const before = loudnessOf(channels);
  if (Math.abs(targetLufs - before) <= toleranceDb || !Number.isFinite(before)) return false;
  const gainDb = Math.min(mostBoostDb, targetLufs - before);
  // Where bangs made the clip seem loud, what is left when they are cut is still too quiet: once more.
  if (amplify(channels, gainDb)) {
    amplify(channels, Math.min(mostBoostDb - gainDb, targetLufs - loudnessOf(channels)));
  }
  return true;
}

/** Makes every sample louder by so much and keeps the peaks below the ceiling; true when there were any above it. */
function amplify(channels: readonly Float32Array[], gainDb: number): boolean {
  const gain = 10 ** (gainDb / 20);
  const gains = limiterGains(channels, gain);
  for (const channel of channels) {
    for (let i = 0; i < channel.length; i++) channel[i] = (channel[i] ?? 0) * gain * (gains?.[i] ?? 1);
  }
  return gains !== null;
}

/**
 * How far each sample is turned down so that no peak passes the ceiling: falling before a peak, rising after it. Null
 * when none does.
 */
function limiterGains(channels: readonly Float32Array[], gain: number): Float32Array | null {
  const gains = new Float32Array(channels[0]?.length ?? 0).fill(1);
  let isLimited = false;
  for (const channel of channels) {
    for (let i = 0; i < channel.length; i++) {
      const peak = Math.abs(channel[i] ?? 0) * gain;
      if (peak <= ceiling) continue;
      isLimited = true;
      gains[i] = Math.min(gains[i] ?? 1, ceiling / peak);
    }
  }
  return isLimited ? smooth(gains) : null;
}

function smooth(gains: Float32Array): Float32Array {
  for (let i = 1; i < gains.length; i++) {
    gains[i] = Math.min(gains[i] ?? 1, (gains[i - 1] ?? 1) + releasePerSample);
  }
  for (let i = gains.length - 2; i >= 0; i--) {
    gains[i] = Math.min(gains[i] ?? 1, (gains[i + 1] ?? 1) + attackPerSample);
  }
  return gains;
}
