import { wavHead } from '#server/media/wav-head.ts';

/** A mono WAV of a 440 Hz tone, 8 bits at 8 kHz: 8,000 bytes a second. */
export function toneWav(seconds: number): Buffer {
  const rate = 8000;
  const length = Math.round(seconds * rate);
  const tone = Uint8Array.from({ length }, (_, at) =>
    Math.round(128 + 90 * Math.sin((2 * Math.PI * 440 * at) / rate)),
  );
  return Buffer.concat([wavHead({ rate, channels: 1, length, sampleBytes: 1 }), tone]);
}

/** One of 330 Hz in 16 bits at 16 kHz, its length unknown to its head, as a program writes it to a pipe. */
export function toneWav16(seconds: number): Buffer {
  const rate = 16_000;
  const tone = Buffer.alloc(Math.round(seconds * rate) * 2);
  for (let at = 0; at < tone.length / 2; at += 1) {
    tone.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * 330 * at) / rate)), at * 2);
  }
  return Buffer.concat([wavHead({ rate, channels: 1, length: 0x7fff_f000 }), tone]);
}
