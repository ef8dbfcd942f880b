const headerLength = 44;
const bytesPerSample = 2;

/** A WAV file of 16-bit samples; what lies beyond −1 and 1 is cut. */
export function wavOf(channels: readonly Float32Array[], sampleRate: number): Blob {
  const length = channels[0]?.length ?? 0;
  const frameLength = channels.length * bytesPerSample;
  const view = new DataView(new ArrayBuffer(headerLength + length * frameLength));
  writeHeader(view, channels.length, sampleRate);
  channels.forEach((channel, at) => {
    for (let i = 0; i < length; i++) {
      const sample = Math.max(-1, Math.min(1, channel[i] ?? 0));
      view.setInt16(headerLength + i * frameLength + at * bytesPerSample, Math.round(sample * 32_767), true);
    }
  });
  return new Blob([view], { type: 'audio/wav' });
}

/** The canonical header: RIFF, the format (PCM), and how much data follows. */
function writeHeader(view: DataView<ArrayBuffer>, channelCount: number, sampleRate: number): void {
  const frameLength = channelCount * bytesPerSample;
  const text = (at: number, letters: string) =>
    Array.from(letters).forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  text(0, 'RIFF');
  view.setUint32(4, view.byteLength - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channelCount, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frameLength, true);
  view.setUint16(32, frameLength, true);
  view.setUint16(34, bytesPerSample * 8, true);
  text(36, 'data');
  view.setUint32(40, view.byteLength - headerLength, true);
}
