import { contentOf, findMp4Box, getMp4Box, listInside } from './mp4-boxes.ts';
import type { Mp4Box } from './mp4-boxes.ts';
import { demand } from './refuse-clip.ts';

interface Edit {
  /** In units of the movie. */
  duration: number;
  /** In units of the track; -1 stands for a pause. */
  from: number;
  isPlain: boolean;
}

/** Encoders begin with up to 5,200 samples of nothing, which a player leaves out. */
const longestLeadSeconds = 0.7;
const longestTailSeconds = 0.5;

/**
 * The seconds that the edit list of a track (ISO 14496-12, 8.6.6) leaves out at its beginning. A list
 * that repeats, cuts or delays the sound is refused: what it comes to differs between players.
 */
export function readLeadSeconds(
  data: Buffer,
  movie: Mp4Box[],
  track: { boxes: Mp4Box[]; unitsPerSecond: number; seconds: number },
): number {
  const box = findMp4Box(track.boxes, 'edts');
  const list = box === null ? null : findMp4Box(listInside(data, box), 'elst');
  const edits = list === null ? [] : readEdits(contentOf(data, list));
  const [edit] = edits;
  if (edit === undefined) return 0;
  const lead = edit.from / track.unitsPerSecond;
  demand(edits.length === 1 && edit.isPlain && lead >= 0 && lead <= longestLeadSeconds);
  const perSecond = readTimescale(data, getMp4Box(movie, 'mvhd'));
  const left = track.seconds - lead - edit.duration / perSecond;
  // A recording is written before anybody knows how long it will be.
  demand(edit.duration === 0 || left <= longestTailSeconds);
  return lead;
}

function readEdits(list: Buffer): Edit[] {
  const isWide = list.readUInt8(0) === 1;
  const entryBytes = isWide ? 20 : 12;
  const count = list.readUInt32BE(4);
  demand(8 + count * entryBytes <= list.length);
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * entryBytes;
    return {
      duration: isWide ? Number(list.readBigUInt64BE(at)) : list.readUInt32BE(at),
      from: isWide ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4),
      isPlain: list.readUInt32BE(at + entryBytes - 4) === 0x1_0000,
    };
  });
}

/** The units per second of the head of a movie or of a track's media. */
export function readTimescale(data: Buffer, head: Mp4Box): number {
  const isWide = data.readUInt8(head.start) === 1;
  const unitsPerSecond = data.readUInt32BE(head.start + (isWide ? 20 : 12));
  demand(unitsPerSecond > 0);
  return unitsPerSecond;
}
