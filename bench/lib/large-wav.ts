const rate = 96_000;
const channels = 2;
const bytesPerSample = 2;

/** A WAV of almost 5 MB: 13.6 s of two tones, 16 bits at 96 kHz, so the largest file that the product takes. */
export function largeWav(): Buffer {
  const frames = Math.round(13.6 * rate);
  const dataBytes = frames * channels * bytesPerSample;
  const wav = Buffer.alloc(44 + dataBytes);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + dataBytes, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(channels, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * channels * bytesPerSample, 28);
  wav.writeUInt16LE(channels * bytesPerSample, 32);
  wav.writeUInt16LE(8 * bytesPerSample, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(dataBytes, 40);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      const value = Math.sin(frame / (20 + 7 * channel)) * 12_000;
      wav.writeInt16LE(Math.round(value), 44 + (frame * channels + channel) * bytesPerSample);
    }
  }
  return wav;
}
