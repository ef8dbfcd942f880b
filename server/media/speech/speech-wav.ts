import { wavHead } from '#server/media/wav-head.ts';

const longestSeconds = 15;
const fadeSeconds = 0.3;

/**
 * A WAV of ours from what a program wrote: 16-bit PCM, one or two channels, at most 15 s, fading out where it is cut.
 * Programs that write to a pipe do not know their length, so what they say of it is not believed. Throws for anything
 * else, and for silence of no length.
 */
export function speechWav(written: Buffer): { bytes: Uint8Array; durationMs: number } {
  const { format, data } = readChunks(written);
  const channels = format.readUInt16LE(2);
  const rate = format.readUInt32LE(4);
  const isPlain = format.readUInt16LE(0) === 1 && format.readUInt16LE(14) === 16;
  if (!isPlain || channels < 1 || channels > 2 || rate < 8000 || rate > 48_000)
    throw new TypeError('The program did not write a WAV of 16-bit samples.');
  const frameBytes = channels * 2;
  const frames = Math.floor(data.length / frameBytes);
  if (frames === 0) throw new TypeError('The program wrote a WAV without a sample.');
  const kept = Math.min(frames, longestSeconds * rate);
  const samples = Buffer.from(data.subarray(0, kept * frameBytes));
  if (kept < frames) fadeOut(samples, Math.round(fadeSeconds * rate) * channels);
  return {
    bytes: Buffer.concat([wavHead({ rate, channels, length: samples.length }), samples]),
    durationMs: Math.round((kept / rate) * 1000),
  };
}

function readChunks(written: Buffer): { format: Buffer; data: Buffer } {
  const isWav = written.toString('latin1', 0, 4) === 'RIFF' && written.toString('latin1', 8, 12) === 'WAVE';
  if (!isWav) throw new TypeError('The program did not write a WAV.');
  let format: Buffer | null = null;
  for (let at = 12; at + 8 <= written.length;) {
    const name = written.toString('latin1', at, at + 4);
    const length = written.readUInt32LE(at + 4);
    const content = written.subarray(at + 8, at + 8 + length);
    if (name === 'data' && format !== null) return { format, data: content };
    if (name === 'fmt ' && content.length >= 16) format = content;
    at += 8 + length + (length % 2);
  }
  throw new TypeError('The program wrote a WAV without sound.');
}

function fadeOut(samples: Buffer, count: number): void {
  const first = samples.length / 2 - count;
  for (let index = 0; index < count; index += 1) {
    const at = (first + index) * 2;
    samples.writeInt16LE(Math.round(samples.readInt16LE(at) * (1 - index / count)), at);
  }
}
