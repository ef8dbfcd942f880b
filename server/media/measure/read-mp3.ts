import { areOfOneStream, readMp3Frame } from './mp3-frame.ts';
import type { Mp3Frame } from './mp3-frame.ts';
import { dropTrailingTags, readEncoderNote, skipLeadingTags } from './mp3-tags.ts';
import { demand, refuseClip } from './refuse-clip.ts';

/** A cut leaves at most the rest of one frame in front: the largest has 1,441 bytes. */
const longestJunkBytes = 1_441;
const longestSearchBytes = 64 * 1024;
const framesInARow = 3;

/** Whether an mp3 begins here, with tags or with frames that lead to one another. */
export function isMp3(data: Buffer): boolean {
  return data.toString('latin1', 0, 3) === 'ID3' || findFirstFrame(data, 0, data.length) !== null;
}

/**
 * Counts the frames of an mp3, which follow one another without a gap from the first to the last.
 * Players find their way over anything in between and play on behind it; here that is refused.
 */
export function readMp3(data: Buffer): { codec: string; seconds: number } {
  const start = skipLeadingTags(data);
  const end = dropTrailingTags(data, start);
  const found = findFirstFrame(data, start, end);
  if (found === null) refuseClip(start === 0 ? 'audio_damaged' : 'audio_not_recognised');
  const { at, first } = found;
  const note = readEncoderNote(data, at, first);
  const frames = countFrames(data, note === null ? at : at + first.bytes, end, first);
  demand(frames > 0);
  const isTrimmed = note !== null && Math.abs(note.frames - frames) <= 1;
  const dropped = isTrimmed ? note.leading + note.trailing : 0;
  return { codec: 'mp3', seconds: Math.max(1, frames * first.samples - dropped) / first.samplesPerSecond };
}

/** The first of three frames in a row, or of as many as there is room for. */
function findFirstFrame(data: Buffer, start: number, end: number): { at: number; first: Mp3Frame } | null {
  let begin = start;
  while (begin < end && data[begin] === 0) begin += 1;
  const last = Math.min(end, begin + longestSearchBytes);
  for (let at = data.indexOf(0xff, begin); at >= 0 && at < last; at = data.indexOf(0xff, at + 1)) {
    const first = readMp3Frame(data, at);
    if (first === null || !leadsOn(data, at, end, first)) continue;
    return at - begin > longestJunkBytes ? null : { at, first };
  }
  return null;
}

function leadsOn(data: Buffer, start: number, end: number, first: Mp3Frame): boolean {
  let at = start + first.bytes;
  for (let count = 1; count < framesInARow && at + 4 <= end; count += 1) {
    const next = readMp3Frame(data, at);
    if (next === null || !areOfOneStream(first, next)) return false;
    at += next.bytes;
  }
  return at <= end;
}

/** Counts whole frames up to the end; the last may have been cut off. */
function countFrames(data: Buffer, start: number, end: number, first: Mp3Frame): number {
  let frames = 0;
  for (let at = start; at + 4 <= end;) {
    const frame = readMp3Frame(data, at);
    demand(frame !== null && areOfOneStream(first, frame));
    at += frame.bytes;
    // Zeros that were taken for padding may belong to the last frame.
    if (at <= data.length) frames += 1;
  }
  return frames;
}
