import type { Mp3Frame } from './mp3-frame.ts';
import { demand } from './refuse-clip.ts';

/** Where the ID3v2 tags at the beginning end: titles, lyrics and pictures, up to megabytes of them. */
export function skipLeadingTags(data: Buffer): number {
  let at = 0;
  while (data.toString('latin1', at, at + 3) === 'ID3') {
    const sizes = data.subarray(at + 6, at + 10);
    demand(sizes.length === 4 && sizes.every((byte) => byte < 0x80));
    const size = sizes.reduce((sum, byte) => sum * 128 + byte, 0);
    const hasFooter = ((data[at + 5] ?? 0) & 0x10) !== 0;
    at += 10 + size + (hasFooter ? 10 : 0);
    demand(at <= data.length);
  }
  return at;
}

/** Where the sound ends and the tags behind it begin: ID3v1, Lyrics3, APE, or zeros. */
export function dropTrailingTags(data: Buffer, start: number): number {
  let end = data.length;
  for (let before = -1; before !== end;) {
    before = end;
    end -= trailingTagBytes(data.subarray(start, end));
  }
  while (end > start && data[end - 1] === 0) end -= 1;
  return end;
}

function trailingTagBytes(data: Buffer): number {
  const word = (fromEnd: number, length: number): string =>
    fromEnd > data.length
      ? ''
      : data.toString('latin1', data.length - fromEnd, data.length - fromEnd + length);
  if (word(128, 3) === 'TAG') return 128;
  if (word(227, 4) === 'TAG+') return 227;
  if (word(9, 9) === 'LYRICS200') return lyricsBytes(word(15, 6), data.length);
  if (word(32, 8) !== 'APETAGEX') return 0;
  const size = data.readUInt32LE(data.length - 20);
  const hasHead = data.readUInt32LE(data.length - 12) >= 0x8000_0000;
  demand(size >= 32 && size + (hasHead ? 32 : 0) <= data.length);
  return size + (hasHead ? 32 : 0);
}

function lyricsBytes(digits: string, length: number): number {
  const size = Number(digits) + 15;
  demand(/^\d{6}$/.test(digits) && size <= length);
  return size;
}

/** What an encoder wrote about its own padding into a first frame without sound (Xing, Info, VBRI). */
export interface EncoderNote {
  frames: number;
  /** Samples that a player drops at the beginning and at the end. */
  leading: number;
  trailing: number;
}

/** A decoder itself delays the sound by this many samples, which players drop along with the padding. */
const decoderDelay = 529;

/** Finds the encoder's note in a frame; null in a frame with sound. */
export function readEncoderNote(data: Buffer, at: number, frame: Mp3Frame): EncoderNote | null {
  const note = data.subarray(frame.sideEnd, at + frame.bytes);
  const name = note.toString('latin1', 0, 4);
  if (name !== 'Xing' && name !== 'Info')
    return data.toString('latin1', at + 36, at + 40) === 'VBRI'
      ? { frames: 0, leading: 0, trailing: 0 }
      : null;
  const flags = note.readUInt32BE(4);
  const sizes = [4, 4, 100, 4].map((size, index) => ((flags >> index) & 1) * size);
  const lame = note.subarray(8 + sizes.reduce((sum, size) => sum + size, 0));
  const frames = (flags & 1) === 0 ? 0 : note.readUInt32BE(8);
  const padding = lame.length < 24 || lame[0] === 0 ? 0 : lame.readUIntBE(21, 3);
  if (padding === 0) return { frames, leading: 0, trailing: 0 };
  return {
    frames,
    leading: (padding >> 12) + decoderDelay,
    trailing: Math.max(0, (padding & 0xfff) - decoderDelay),
  };
}
