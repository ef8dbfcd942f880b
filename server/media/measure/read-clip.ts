import { hasForeignContent } from './foreign-content.ts';
import type { ClipFacts } from './measure-clip.ts';
import { isMp3, readMp3 } from './read-mp3.ts';
import { isMp4, readMp4 } from './read-mp4.ts';
import { isOgg, readOgg } from './read-ogg.ts';
import { isWav, readWav } from './read-wav.ts';
import { isWebm, readWebm } from './read-webm.ts';
import { demand, refuseClip } from './refuse-clip.ts';

interface ClipFormat {
  isThis: (data: Buffer) => boolean;
  read: (data: Buffer) => { codec: string; seconds: number };
  mimeType: ClipFacts['mimeType'];
  extension: ClipFacts['extension'];
}

/** In this order: an mp3 has no mark of its own, only frames. */
const formats: ClipFormat[] = [
  { isThis: isWav, read: readWav, mimeType: 'audio/wav', extension: 'wav' },
  { isThis: isOgg, read: readOgg, mimeType: 'audio/ogg', extension: 'ogg' },
  { isThis: isWebm, read: readWebm, mimeType: 'audio/webm', extension: 'webm' },
  { isThis: isMp4, read: readMp4, mimeType: 'audio/mp4', extension: 'm4a' },
  { isThis: isMp3, read: readMp3, mimeType: 'audio/mpeg', extension: 'mp3' },
];
const mostBytes = 5 * 1024 * 1024;
/** Encoders fill the last packet up: honest clips of 15.000 s come to 15.047 s. */
const longestSeconds = 15.12;

/**
 * Says what a clip is and how long a browser plays it. Reads every byte that could be played and
 * refuses what is not exactly one track of sound; takes one look at each byte, so that its time
 * grows with the size. Throws `Problem`.
 */
export function readClip(bytes: Uint8Array): ClipFacts {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length > mostBytes) refuseClip('audio_too_large');
  const format = formats.find(({ isThis }) => isThis(data));
  if (format === undefined) refuseClip('audio_not_recognised');
  const { codec, seconds } = readWhole(data, format);
  if (seconds > longestSeconds) refuseClip('audio_too_long');
  demand(seconds > 0 && !hasForeignContent(data));
  const { mimeType, extension } = format;
  return { mimeType, extension, codec, durationMs: Math.round(seconds * 1000) };
}

function readWhole(data: Buffer, format: ClipFormat): { codec: string; seconds: number } {
  try {
    return format.read(data);
  } catch (error) {
    // A file that ends in the middle of something makes the reader step over its end.
    if (error instanceof RangeError) refuseClip('audio_damaged');
    throw error;
  }
}
