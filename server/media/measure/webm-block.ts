import { readVariable } from './ebml.ts';
import { demand } from './refuse-clip.ts';

const lacing = { none: 0, xiph: 1, fixed: 2 };

/** A block of a WebM file: the number of its track, and its packets. */
interface WebmBlock {
  track: number;
  packets: Buffer[];
}

/**
 * Reads a block (RFC 9559, 10) and takes it apart where several packets are laced into it. Its time is left
 * aside, as Chromium does: it plays one packet after the other.
 */
export function readWebmBlock(block: Buffer): WebmBlock {
  const [track, at] = readVariable(block, 0);
  demand(track !== null);
  const kind = (block.readUInt8(at + 2) >> 1) & 3;
  return { track, packets: listPackets(block.subarray(at + 3), kind) };
}

function listPackets(data: Buffer, kind: number): Buffer[] {
  if (kind === lacing.none) return [data];
  const count = data.readUInt8(0) + 1;
  if (kind === lacing.fixed) {
    const size = (data.length - 1) / count;
    demand(Number.isInteger(size));
    return Array.from({ length: count }, (_, index) =>
      data.subarray(1 + index * size, 1 + (index + 1) * size),
    );
  }
  const [sizes, start] = kind === lacing.xiph ? readXiphSizes(data, count) : readEbmlSizes(data, count);
  const packets: Buffer[] = [];
  let at = start;
  for (const size of sizes) {
    demand(size >= 0 && at + size <= data.length);
    packets.push(data.subarray(at, at + size));
    at += size;
  }
  packets.push(data.subarray(at));
  return packets;
}

function readXiphSizes(data: Buffer, count: number): [sizes: number[], next: number] {
  const sizes: number[] = [];
  let at = 1;
  while (sizes.length < count - 1) {
    let size = 0;
    let step = 255;
    while (step === 255) {
      step = data.readUInt8(at);
      size += step;
      at += 1;
    }
    sizes.push(size);
  }
  return [sizes, at];
}

/** The first size as it is, each other as its difference from the one before. */
function readEbmlSizes(data: Buffer, count: number): [sizes: number[], next: number] {
  const sizes: number[] = [];
  let at = 1;
  while (sizes.length < count - 1) {
    const [value, next] = readVariable(data, at);
    demand(value !== null);
    const middle = 2 ** (7 * (next - at) - 1) - 1;
    const before = sizes.at(-1);
    sizes.push(before === undefined ? value : before + value - middle);
    at = next;
  }
  return [sizes, at];
}
