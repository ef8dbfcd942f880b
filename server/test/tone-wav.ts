/** A mono WAV of a 440 Hz tone, 8 bits at 8 kHz: 8,000 bytes a second. */
export function toneWav(seconds: number): Buffer {
  const rate = 8000;
  const samples = Math.round(seconds * rate);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  const tone = Uint8Array.from({ length: samples }, (_, at) =>
    Math.round(128 + 90 * Math.sin((2 * Math.PI * 440 * at) / rate)),
  );
  return Buffer.concat([head, tone]);
}

/** The same in 16 bits at 16 kHz, its length unknown to its head, as a program writes it to a pipe. */
export function toneWav16(seconds: number): Buffer {
  const rate = 16_000;
  const samples = Math.round(seconds * rate);
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(0x7fff_f024, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(0x7fff_f000, 40);
  for (let at = 0; at < samples; at += 1) {
    wav.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * 330 * at) / rate)), 44 + at * 2);
  }
  return wav;
}
