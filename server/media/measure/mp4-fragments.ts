import { contentOf, findMp4Box, getMp4Box, listInside } from './mp4-boxes.ts';
import type { Mp4Box } from './mp4-boxes.ts';
import type { Mp4Sample } from './mp4-samples.ts';
import { demand } from './refuse-clip.ts';

interface Defaults {
  duration: number;
  size: number;
}

/** Reads the packets of a recording, which is written in fragments (ISO 14496-12, 8.8). */
export function listFragmentSamples(data: Buffer, extension: Mp4Box, fragments: Mp4Box[]): Mp4Sample[] {
  const table = contentOf(data, getMp4Box(listInside(data, extension), 'trex'));
  const track = table.readUInt32BE(4);
  const defaults = { duration: table.readUInt32BE(12), size: table.readUInt32BE(16) };
  const samples: Mp4Sample[] = [];
  for (const fragment of fragments) {
    const part = findMp4Box(listInside(data, fragment), 'traf');
    if (part === null) continue;
    // Boxes of this kind begin 8 bytes before their content.
    samples.push(...listPartSamples({ data, part, track, defaults, base: fragment.start - 8 }));
  }
  return samples;
}

function listPartSamples(from: {
  data: Buffer;
  part: Mp4Box;
  track: number;
  defaults: Defaults;
  base: number;
}): Mp4Sample[] {
  const inside = listInside(from.data, from.part);
  const head = contentOf(from.data, getMp4Box(inside, 'tfhd'));
  demand(head.readUInt32BE(4) === from.track);
  const flags = head.readUIntBE(1, 3);
  const field = readFields(head, 8);
  const base = (flags & 1) === 0 ? from.base : field(8);
  if ((flags & 2) !== 0) field(4);
  const defaults = {
    duration: (flags & 8) === 0 ? from.defaults.duration : field(4),
    size: (flags & 0x10) === 0 ? from.defaults.size : field(4),
  };
  const samples: Mp4Sample[] = [];
  for (const run of inside.filter((box) => box.name === 'trun'))
    samples.push(...listRunSamples(contentOf(from.data, run), { defaults, base, next: samples.at(-1)?.end }));
  return samples;
}

function listRunSamples(
  run: Buffer,
  from: { defaults: Defaults; base: number; next: number | undefined },
): Mp4Sample[] {
  const flags = run.readUIntBE(1, 3);
  const count = run.readUInt32BE(4);
  const field = readFields(run, 8);
  demand(count <= 100_000);
  let start = (flags & 1) === 0 ? (from.next ?? from.base) : from.base + (field(4) | 0);
  if ((flags & 4) !== 0) field(4);
  return Array.from({ length: count }, () => {
    const duration = (flags & 0x100) === 0 ? from.defaults.duration : field(4);
    const size = (flags & 0x200) === 0 ? from.defaults.size : field(4);
    if ((flags & 0x400) !== 0) field(4);
    if ((flags & 0x800) !== 0) field(4);
    const sample = { start, end: start + size, duration };
    start = sample.end;
    return sample;
  });
}

function readFields(data: Buffer, start: number): (bytes: 4 | 8) => number {
  let at = start;
  return (bytes) => {
    const value = bytes === 4 ? data.readUInt32BE(at) : Number(data.readBigUInt64BE(at));
    at += bytes;
    return value;
  };
}
