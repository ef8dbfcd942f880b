import { contentOf, findMp4Box, getMp4Box, listInside, listMp4Boxes } from './mp4-boxes.ts';
import type { Mp4Box } from './mp4-boxes.ts';
import { readMp4Codec } from './mp4-codec.ts';
import { listFragmentSamples } from './mp4-fragments.ts';
import { listTableSamples } from './mp4-samples.ts';
import type { Mp4Sample } from './mp4-samples.ts';
import { readLeadSeconds, readTimescale } from './mp4-edit.ts';
import { demand } from './refuse-clip.ts';

const known = 'ftyp moov mdat moof free skip wide mfra sidx styp meta udta uuid pdin emsg prft'.split(' ');
/** Encoders leave a little between packets; more than this is something else in the file. */
const mostStrayBytes = 4_096;
/** Whether an MP4 file begins here; its older brother QuickTime, which describes sound in other ways, is none. */
export function isMp4(data: Buffer): boolean {
  return data.toString('latin1', 4, 8) === 'ftyp' && data.toString('latin1', 8, 12) !== 'qt  ';
}

/**
 * Counts the packets of the only track of an MP4 file. They are listed in one place or in fragments,
 * never in both, since players play both. Each lies in the data of the file, and hardly anything else.
 */
export function readMp4(data: Buffer): { codec: string; seconds: number } {
  const boxes = listMp4Boxes(data);
  demand(boxes.every((box) => known.includes(box.name)));
  const movie = listInside(data, getMp4Box(boxes, 'moov'));
  const track = listInside(data, getMp4Box(movie, 'trak'));
  const media = listInside(data, getMp4Box(track, 'mdia'));
  demand(contentOf(data, getMp4Box(media, 'hdlr')).toString('latin1', 8, 12) === 'soun');
  const tables = listInside(data, getMp4Box(listInside(data, getMp4Box(media, 'minf')), 'stbl'));
  const clock = readMp4Codec(data, getMp4Box(tables, 'stsd'));
  const samples = listSamples(data, boxes, { movie, tables });
  checkPlaces(boxes, samples);
  for (const sample of samples) clock.add(data.subarray(sample.start, sample.end));
  const unitsPerSecond = readTimescale(data, getMp4Box(media, 'mdhd'));
  const seconds = clock.seconds();
  const lead = readLeadSeconds(data, movie, { boxes: track, unitsPerSecond, seconds });
  return { codec: clock.codec, seconds: seconds - lead };
}

function listSamples(data: Buffer, boxes: Mp4Box[], of: { movie: Mp4Box[]; tables: Mp4Box[] }): Mp4Sample[] {
  const fragments = boxes.filter((box) => box.name === 'moof');
  const extension = findMp4Box(of.movie, 'mvex');
  const listed = listTableSamples(data, of.tables);
  if (fragments.length === 0) return listed;
  demand(extension !== null && listed.length === 0);
  return listFragmentSamples(data, extension, fragments);
}

/** Every packet lies in the data, no two in the same place, and the data holds hardly anything else. */
function checkPlaces(boxes: Mp4Box[], samples: Mp4Sample[]): void {
  demand(samples.length > 0);
  const places = boxes.filter((box) => box.name === 'mdat');
  let place = 0;
  let before = 0;
  let used = 0;
  for (const { start, end } of samples.toSorted((one, other) => one.start - other.start)) {
    while (place < places.length && (places[place]?.end ?? 0) <= start) place += 1;
    const holder = places[place];
    demand(holder !== undefined && start >= holder.start && end <= holder.end && start >= before);
    before = end;
    used += end - start;
  }
  const total = places.reduce((sum, { start, end }) => sum + end - start, 0);
  demand(total - used <= mostStrayBytes);
}
