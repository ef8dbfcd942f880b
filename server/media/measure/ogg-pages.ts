import { demand } from './refuse-clip.ts';

/** One page of an Ogg file (RFC 3533), checked. */
export interface OggPage {
  stream: number;
  isFirst: boolean;
  isLast: boolean;
  isContinued: boolean;
  /** Parts of packets; all but the last end in this page, and `isOpen` says of the last. */
  parts: Buffer[];
  isOpen: boolean;
}

const headBytes = 27;

/** Lists the pages from the first byte to the last. Refuses any other byte, and a wrong check sum. */
export function* listOggPages(data: Buffer): Generator<OggPage> {
  const numbers = new Map<number, number>();
  for (let at = 0; at < data.length;) {
    demand(data.toString('latin1', at, at + 4) === 'OggS' && data.readUInt8(at + 4) === 0);
    const sizes = data.subarray(at + headBytes, at + headBytes + data.readUInt8(at + 26));
    const start = at + headBytes + sizes.length;
    const end = sizes.reduce((sum, size) => sum + size, start);
    demand(end <= data.length && checkSum(data.subarray(at, end)) === data.readUInt32LE(at + 22));
    const flags = data.readUInt8(at + 5);
    const stream = data.readUInt32LE(at + 14);
    const number = data.readUInt32LE(at + 18);
    const before = numbers.get(stream);
    demand(before === undefined || number === before + 1);
    numbers.set(stream, number);
    yield {
      stream,
      isContinued: (flags & 1) !== 0,
      isFirst: (flags & 2) !== 0,
      isLast: (flags & 4) !== 0,
      parts: splitParts(data, start, sizes),
      isOpen: sizes.at(-1) === 255,
    };
    at = end;
  }
}

/** A packet goes on while its pieces have 255 bytes. */
function splitParts(data: Buffer, start: number, sizes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let begin = start;
  let end = start;
  sizes.forEach((size, index) => {
    end += size;
    if (size === 255 && index < sizes.length - 1) return;
    parts.push(data.subarray(begin, end));
    begin = end;
  });
  return parts;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = sum < 0 ? (sum << 1) ^ 0x04c1_1db7 : sum << 1;
  return sum >>> 0;
});

/** The check sum of a page, in which the field of the sum itself counts as zeros. */
function checkSum(page: Buffer): number {
  let sum = 0;
  for (let at = 0; at < page.length; at += 1) {
    const byte = at >= 22 && at < 26 ? 0 : (page[at] ?? 0);
    sum = (sum << 8) ^ (table[(sum >>> 24) ^ byte] ?? 0);
  }
  return sum >>> 0;
}
