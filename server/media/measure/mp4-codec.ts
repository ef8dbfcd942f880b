import { createAacClock } from './aac-clock.ts';
import { createFlacClock } from './flac-clock.ts';
import { contentOf, getMp4Box, listMp4Boxes } from './mp4-boxes.ts';
import type { Mp4Box } from './mp4-boxes.ts';
import { createMp3Clock } from './mp3-clock.ts';
import { createOpusClockOfMp4 } from './opus-clock.ts';
import type { PacketClock } from './packet-clock.ts';
import { demand, refuseClip } from './refuse-clip.ts';

const entryBytes = 28;
const aacTypes = [0x40, 0x67];
const mp3Types = [0x69, 0x6b];
const elementary = 3;
const decoder = 4;
const specific = 5;

/** The clock of the only kind of sample that the box `stsd` describes. */
export function readMp4Codec(data: Buffer, box: Mp4Box): PacketClock {
  demand(data.readUInt32BE(box.start + 4) === 1);
  const entry = listMp4Boxes(data, box.start + 8, box.end)[0];
  demand(entry !== undefined);
  if (!['mp4a', 'Opus', 'fLaC'].includes(entry.name)) refuseClip('audio_unplayable');
  demand(data.readUInt16BE(entry.start + 8) === 0);
  const inside = listMp4Boxes(data, entry.start + entryBytes, entry.end);
  if (entry.name === 'Opus') return createOpusClockOfMp4(contentOf(data, getMp4Box(inside, 'dOps')));
  // Behind the version of the box and the head of its first block.
  if (entry.name === 'fLaC') return createFlacClock(contentOf(data, getMp4Box(inside, 'dfLa')).subarray(8));
  return readElementary(contentOf(data, getMp4Box(inside, 'esds')).subarray(4));
}

/** Goes down the descriptors of ISO 14496-1, 7.2.6 to the configuration of the decoder. */
function readElementary(data: Buffer): PacketClock {
  const stream = readDescriptor(data, elementary);
  const flags = stream.readUInt8(2);
  const skipped = ((flags & 0x80) === 0 ? 0 : 2) + ((flags & 0x20) === 0 ? 0 : 2);
  demand((flags & 0x40) === 0);
  const about = readDescriptor(stream.subarray(3 + skipped), decoder);
  const type = about.readUInt8(0);
  if (mp3Types.includes(type)) return createMp3Clock();
  if (!aacTypes.includes(type)) refuseClip('audio_unplayable');
  return createAacClock(readDescriptor(about.subarray(13), specific));
}

function readDescriptor(data: Buffer, tag: number): Buffer {
  demand(data.readUInt8(0) === tag);
  let at = 1;
  let size = 0;
  let byte = 0x80;
  while ((byte & 0x80) !== 0) {
    byte = data.readUInt8(at);
    size = size * 128 + (byte & 0x7f);
    at += 1;
  }
  demand(at + size <= data.length);
  return data.subarray(at, at + size);
}
