import { demand } from './refuse-clip.ts';

/** One box of an MP4 file (ISO 14496-12, 4.2): its name and where its content lies in the file. */
export interface Mp4Box {
  name: string;
  start: number;
  end: number;
}

/** Lists the boxes that fill a range of the file to its last byte. */
export function listMp4Boxes(data: Buffer, start = 0, end = data.length): Mp4Box[] {
  const boxes: Mp4Box[] = [];
  for (let at = start; at < end;) {
    const name = data.toString('latin1', at + 4, at + 8);
    const short = data.readUInt32BE(at);
    const headBytes = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(data.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
    demand(size >= headBytes && at + size <= end);
    boxes.push({ name, start: at + headBytes, end: at + size });
    at += size;
  }
  return boxes;
}

/** The only box of this name; refuses none and two. */
export function getMp4Box(boxes: Mp4Box[], name: string): Mp4Box {
  const box = findMp4Box(boxes, name);
  demand(box !== null);
  return box;
}

/** The only box of this name, if there is one; refuses two. */
export function findMp4Box(boxes: Mp4Box[], name: string): Mp4Box | null {
  const found = boxes.filter((box) => box.name === name);
  demand(found.length <= 1);
  return found[0] ?? null;
}

/** The boxes inside a box that holds nothing else. */
export function listInside(data: Buffer, box: Mp4Box): Mp4Box[] {
  return listMp4Boxes(data, box.start, box.end);
}

/** The content of a box. */
export function contentOf(data: Buffer, box: Mp4Box): Buffer {
  return data.subarray(box.start, box.end);
}
