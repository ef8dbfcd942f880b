import { archive, forgeryOf, page } from './forgery.ts';
import type { Forgery } from './forgery.ts';

const plain = 'plays/wav-16-bit.wav';
const small = 'plays/wav-8-bit.wav';
const long = 'too_long/wav-of-17-seconds.wav';

/** WAV files whose heads are wrong: those of programs that could not know better, and those that lie. */
export const wavForgeries: Record<string, Forgery> = {
  'wav-of-size-zero.wav': forgeryOf('plays', plain, (file) => claimBytes(file, 0)),
  'wav-of-unknown-size.wav': forgeryOf('plays', plain, (file) => {
    file.writeUInt32LE(0xffff_ffff, 4);
    claimBytes(file, 0xffff_ffff);
  }),
  'wav-cut-off.wav': forgeryOf('plays', plain, (file) => file.subarray(0, 20_001)),
  'wav-claims-60-seconds.wav': forgeryOf('plays', plain, (file) => claimBytes(file, 960_000)),
  'wav-with-list-behind.wav': forgeryOf('plays', small, (file) =>
    Buffer.concat([file, makeChunk('LIST', Buffer.from('INFOINAM\x04\0\0\0Tone'))]),
  ),
  'wav-with-odd-size.wav': forgeryOf('plays', small, (file) => {
    const at = soundAt(file);
    const sound = file.subarray(at + 8, at + 8 + 10_001);
    return Buffer.concat([
      file.subarray(0, at),
      makeChunk('data', sound),
      makeChunk('LIST', Buffer.from('INFO')),
    ]);
  }),
  'wav-extensible.wav': forgeryOf('plays', plain, (file) => {
    const format = file.subarray(file.indexOf('fmt ') + 8, file.indexOf('fmt ') + 24);
    format.writeUInt16LE(0xfffe, 0);
    const more = Buffer.from('160010000400000001000000000010008000 00aa00389b71'.replace(' ', ''), 'hex');
    return makeWav([makeChunk('fmt ', Buffer.concat([format, more])), file.subarray(soundAt(file))]);
  }),
  'wav-wrong-byte-rate.wav': forgeryOf('plays', plain, (file) => {
    file.writeUInt32LE(1_000, file.indexOf('fmt ') + 16);
  }),
  'wav-riff-of-size-zero.wav': forgeryOf('plays', plain, (file) => {
    file.writeUInt32LE(0, 4);
  }),
  'wav-of-17-seconds-of-size-zero.wav': forgeryOf('too_long', long, (file) => claimBytes(file, 0)),
  'wav-of-17-seconds-in-a-small-riff.wav': forgeryOf('too_long', long, (file) => {
    file.writeUInt32LE(8_000, 4);
  }),
  'wav-played-slowly.wav': forgeryOf('too_long', small, (file) => {
    file.writeUInt32LE(3_000, file.indexOf('fmt ') + 12);
    const sound = file.subarray(soundAt(file) + 8);
    return makeWav([
      file.subarray(12, soundAt(file)),
      makeChunk('data', Buffer.concat([sound, sound, sound])),
    ]);
  }),
  'wav-with-more-behind.wav': forgeryOf('damaged', small, (file) =>
    Buffer.concat([file, makeChunk('data', file.subarray(soundAt(file) + 8))]),
  ),
  'wav-odd-frames.wav': forgeryOf('damaged', plain, (file) => {
    file.writeUInt16LE(1, file.indexOf('fmt ') + 20);
  }),
  'wav-two-formats.wav': forgeryOf('damaged', plain, (file) => {
    const at = file.indexOf('fmt ');
    const format = file.subarray(at, at + 24);
    return Buffer.concat([file.subarray(0, at), format, file.subarray(at)]);
  }),
  'wav-with-page-behind.wav': forgeryOf('damaged', small, (file) => Buffer.concat([file, page])),
  'wav-with-page-in-a-chunk.wav': forgeryOf('damaged', small, (file) =>
    Buffer.concat([file, makeChunk('bext', page)]),
  ),
  'wav-with-archive-behind.wav': forgeryOf('damaged', small, (file) => Buffer.concat([file, archive])),
  'wav-without-sound.wav': forgeryOf('damaged', plain, (file) => file.subarray(0, soundAt(file))),
};

function soundAt(file: Buffer): number {
  return file.indexOf('data', 12);
}

function claimBytes(file: Buffer, bytes: number): void {
  file.writeUInt32LE(bytes, soundAt(file) + 4);
}

function makeChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function makeWav(chunks: Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
  return makeChunk('RIFF', content).subarray(0, 8 + content.length);
}
