/** The sample rate that the filters below are made for. Clips are decoded at it, whatever they were recorded at. */
export const sampleRate = 48_000;

const binLength = sampleRate / 10;
const binsPerBlock = 4;
const silence = -70;

/**
 * Integrated loudness in LUFS as ITU-R BS.1770-4 has it: K-weighted, in blocks of 400 ms, gated at −70 LUFS and at
 * 10 LU below the mean of what is left. Every channel counts alike. −Infinity for silence.
 */
export function loudnessOf(channels: readonly Float32Array[]): number {
  const blocks = blockPowers(channels);
  const heard = blocks.filter((power) => lufs(power) > silence);
  const gate = lufs(mean(heard)) - 10;
  return lufs(mean(heard.filter((power) => lufs(power) > gate)));
}

/** Mean square of each block of 400 ms, one every 100 ms, summed over the channels. A shorter clip is one block. */
function blockPowers(channels: readonly Float32Array[]): number[] {
  const length = channels[0]?.length ?? 0;
  const bins = new Float64Array(Math.max(binsPerBlock, Math.floor(length / binLength)));
  for (const channel of channels) addWeightedPower(channel, bins);
  return Array.from({ length: bins.length - binsPerBlock + 1 }, (_, i) =>
    mean(bins.subarray(i, i + binsPerBlock)),
  );
}

/** Adds the mean square of each 100 ms behind the two filters of the standard: the head's shelf, then a high-pass. */
function addWeightedPower(channel: Float32Array, bins: Float64Array): void {
  let [x1, x2, y1, y2, z1, z2] = [0, 0, 0, 0, 0, 0];
  const end = Math.min(channel.length, bins.length * binLength);
  for (let i = 0; i < end; i++) {
    const x = channel[i] ?? 0;
    const y =
      1.53512485958697 * x -
      2.69169618940638 * x1 +
      1.19839281085285 * x2 +
      1.69065929318241 * y1 -
      0.73248077421585 * y2;
    const z = y - 2 * y1 + y2 + 1.99004745483398 * z1 - 0.99007225036621 * z2;
    [x2, x1, y2, y1, z2, z1] = [x1, x, y1, y, z1, z];
    const bin = Math.floor(i / binLength);
    bins[bin] = (bins[bin] ?? 0) + (z * z) / binLength;
  }
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return sum / Math.max(1, values.length);
}

function lufs(power: number): number {
  return 10 * Math.log10(power) - 0.691;
}
