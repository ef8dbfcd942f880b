import { promisify } from 'node:util';
import { crc32, deflate, inflateSync } from 'node:zlib';

/** A picture with one byte for each pixel: its place in a palette, or how much of a letter is there. */
export interface IndexedPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
  /** Red, green and blue of each colour, one after the other; null for shades of grey. */
  palette: Uint8Array | null;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const greys = 0;
const palettes = 3;

/** A picture as PNG, its rows unfiltered: of few colours in large areas nothing is gained by more. Packed by a thread. */
export async function toPng({ width, height, pixels, palette }: IndexedPicture): Promise<Buffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, palette === null ? greys : palettes], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...(palette === null ? [] : [chunk('PLTE', palette)]),
    chunk('IDAT', await promisify(deflate)(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Reads what `toPng` wrote. Throws for any other PNG: only pictures of our own are read here. */
export function fromPng(png: Buffer): IndexedPicture {
  const parts = chunksOf(png);
  const head = parts.get('IHDR');
  const packed = parts.get('IDAT');
  if (head === undefined || packed === undefined || head[8] !== 8)
    throw new Error('This PNG is none of ours.');
  const width = head.readUInt32BE(0);
  const height = head.readUInt32BE(4);
  const rows = inflateSync(packed);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * (width + 1);
    if (rows[start] !== 0) throw new Error('The rows of this PNG are filtered: it is none of ours.');
    pixels.set(rows.subarray(start + 1, start + 1 + width), y * width);
  }
  return { width, height, pixels, palette: parts.get('PLTE') ?? null };
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}
