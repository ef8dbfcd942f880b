const wavHeadBytes = 44;

/** The head of a WAV of plain samples (PCM), 16 bits each unless told; `length` is that of the samples in bytes. */
export function wavHead({
  rate,
  channels,
  length,
  sampleBytes = 2,
}: {
  rate: number;
  channels: number;
  length: number;
  sampleBytes?: 1 | 2;
}): Buffer {
  const frameBytes = channels * sampleBytes;
  const head = Buffer.alloc(wavHeadBytes);
  head.write('RIFF', 0);
  head.writeUInt32LE(wavHeadBytes - 8 + length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * frameBytes, 28);
  head.writeUInt16LE(frameBytes, 32);
  head.writeUInt16LE(sampleBytes * 8, 34);
  head.write('data', 36);
  head.writeUInt32LE(length, 40);
  return head;
}
