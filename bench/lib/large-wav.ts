import { wavHead } from '#server/media/wav-head.ts';

const rate = 96_000;
const channels = 2;
const bytesPerSample = 2;

/** A WAV of almost 5 MB: 13.6 s of two tones, 16 bits at 96 kHz, so the largest file that the product takes. */
export function largeWav(): Buffer {
  const frames = Math.round(13.6 * rate);
  const tones = Buffer.alloc(frames * channels * bytesPerSample);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      const value = Math.sin(frame / (20 + 7 * channel)) * 12_000;
      tones.writeInt16LE(Math.round(value), (frame * channels + channel) * bytesPerSample);
    }
  }
  return Buffer.concat([wavHead({ rate, channels, length: tones.length }), tones]);
}
