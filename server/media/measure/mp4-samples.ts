import { contentOf, findMp4Box, getMp4Box } from './mp4-boxes.ts';
import type { Mp4Box } from './mp4-boxes.ts';
import { demand } from './refuse-clip.ts';

/** One packet in an MP4 file: where it lies, and how long the file says it is in units of its track. */
export interface Mp4Sample {
  start: number;
  end: number;
  duration: number;
}

/** Reads the tables of a track that lists its packets in one place; they have to agree with one another. */
export function listTableSamples(data: Buffer, tables: Mp4Box[]): Mp4Sample[] {
  const sizes = readSizes(data, tables);
  const durations = readDurations(contentOf(data, getMp4Box(tables, 'stts')), sizes.length);
  const chunks = readChunks(data, tables);
  const perChunk = contentOf(data, getMp4Box(tables, 'stsc'));
  const runs = perChunk.readUInt32BE(4);
  demand(runs > 0 || chunks.length === 0);
  const samples: Mp4Sample[] = [];
  for (let run = 0; run < runs; run += 1) {
    const first = perChunk.readUInt32BE(8 + run * 12);
    const next = run + 1 < runs ? perChunk.readUInt32BE(20 + run * 12) : chunks.length + 1;
    const count = perChunk.readUInt32BE(12 + run * 12);
    demand((run > 0 || first === 1) && next > first && next <= chunks.length + 1);
    for (let chunk = first; chunk < next; chunk += 1) {
      let start = chunks[chunk - 1] ?? 0;
      demand(samples.length + count <= sizes.length);
      for (let index = 0; index < count; index += 1) {
        const end = start + (sizes[samples.length] ?? 0);
        samples.push({ start, end, duration: durations[samples.length] ?? 0 });
        start = end;
      }
    }
  }
  demand(samples.length === sizes.length);
  return samples;
}

function readSizes(data: Buffer, tables: Mp4Box[]): number[] {
  const box = findMp4Box(tables, 'stsz');
  if (box === null) return readCompactSizes(contentOf(data, getMp4Box(tables, 'stz2')));
  const table = contentOf(data, box);
  const size = table.readUInt32BE(4);
  const count = table.readUInt32BE(8);
  demand(count <= data.length);
  return Array.from({ length: count }, (_, index) => (size > 0 ? size : table.readUInt32BE(12 + index * 4)));
}

function readCompactSizes(table: Buffer): number[] {
  const bits = table.readUInt8(7);
  const count = table.readUInt32BE(8);
  demand([4, 8, 16].includes(bits) && count <= table.length * 2);
  return Array.from({ length: count }, (_, index) => {
    if (bits === 4) return (table.readUInt8(12 + (index >> 1)) >> (index % 2 === 0 ? 4 : 0)) & 15;
    return table.readUIntBE(12 + (index * bits) / 8, bits / 8);
  });
}

function readDurations(table: Buffer, samples: number): number[] {
  const durations: number[] = [];
  const entries = table.readUInt32BE(4);
  for (let entry = 0; entry < entries; entry += 1) {
    const count = table.readUInt32BE(8 + entry * 8);
    const duration = table.readUInt32BE(12 + entry * 8);
    demand(durations.length + count <= samples);
    for (let index = 0; index < count; index += 1) durations.push(duration);
  }
  demand(durations.length === samples);
  return durations;
}

function readChunks(data: Buffer, tables: Mp4Box[]): number[] {
  const short = findMp4Box(tables, 'stco');
  const table = contentOf(data, short ?? getMp4Box(tables, 'co64'));
  const count = table.readUInt32BE(4);
  demand(count <= table.length);
  return Array.from({ length: count }, (_, index) =>
    short === null ? Number(table.readBigUInt64BE(8 + index * 8)) : table.readUInt32BE(8 + index * 4),
  );
}
