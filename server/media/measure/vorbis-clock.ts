import type { PacketClock } from './packet-clock.ts';
import { demand } from './refuse-clip.ts';

const modeBits = 41;
const mostModes = 64;

/**
 * Counts the blocks of a Vorbis stream out of its three head packets. A block overlaps the one
 * before, so that it adds a quarter of the sizes of both, and the first adds nothing (Vorbis I, 4.3.8).
 */
export function createVorbisClock([identity, , setup]: VorbisHeads): PacketClock {
  demand(identity.length >= 30 && isVorbisHead(identity, 1) && isVorbisHead(setup, 5));
  const samplesPerSecond = identity.readUInt32LE(12);
  const exponents = identity.readUInt8(28);
  const sizes = [1 << (exponents & 15), 1 << (exponents >> 4)] as const;
  demand(sizes.every((size) => size >= 64 && size <= 8_192) && sizes[0] <= sizes[1]);
  demand(samplesPerSecond >= 3_000 && samplesPerSecond <= 192_000);
  demand(identity.readUInt8(11) >= 1 && identity.readUInt8(11) <= 8);
  const modes = readModes(setup);
  const width = Math.ceil(Math.log2(modes.length));
  let samples = 0;
  let before = 0;
  return {
    codec: 'vorbis',
    add: (packet) => {
      const first = packet.readUInt8(0);
      demand((first & 1) === 0);
      const isLong = modes[(first >> 1) & ((1 << width) - 1)];
      demand(isLong !== undefined);
      const size = sizes[isLong ? 1 : 0];
      if (before > 0) samples += (before + size) / 4;
      before = size;
    },
    seconds: () => samples / samplesPerSecond,
  };
}

/** The three packets that begin every Vorbis stream. */
export type VorbisHeads = readonly [identity: Buffer, comment: Buffer, setup: Buffer];

/** Whether a packet is the Vorbis head of this kind: 1 identity, 3 comment, 5 setup. */
export function isVorbisHead(packet: Buffer, kind: 1 | 3 | 5): boolean {
  return packet.length > 7 && packet[0] === kind && packet.toString('latin1', 1, 7) === 'vorbis';
}

/** Splits the private data of a WebM track into the three head packets, which it holds laced. */
export function splitVorbisHeads(data: Buffer): VorbisHeads {
  demand(data.readUInt8(0) === 2);
  let at = 1;
  const sizes = [0, 0];
  for (const index of [0, 1]) {
    let step = 255;
    while (step === 255) {
      step = data.readUInt8(at);
      sizes[index] = (sizes[index] ?? 0) + step;
      at += 1;
    }
  }
  const [first = 0, second = 0] = sizes;
  demand(at + first + second < data.length);
  return [
    data.subarray(at, at + first),
    data.subarray(at + first, at + first + second),
    data.subarray(at + first + second),
  ];
}

/**
 * Says of each mode whether it is a long block. The modes are the last thing in the setup packet:
 * 41 bits each, of which 32 are zero, with their number in the 6 bits before. They are read from the
 * end, since the code books in front are many times their size; the longest list that fits is meant.
 */
function readModes(setup: Buffer): boolean[] {
  const bit = (at: number): number => ((setup[at >> 3] ?? 0) >> (at & 7)) & 1;
  const bits = (at: number, count: number): number => {
    let value = 0;
    for (let index = count - 1; index >= 0; index -= 1) value = value * 2 + bit(at + index);
    return value;
  };
  let end = setup.length * 8 - 1;
  while (end > 0 && bit(end) === 0) end -= 1;
  let found: boolean[] = [];
  const modes: boolean[] = [];
  for (let count = 1; count <= mostModes; count += 1) {
    const at = end - modeBits * count;
    if (at < 62 || bits(at + 1, 32) !== 0 || bits(at + 33, 8) >= mostModes) break;
    modes.unshift(bit(at) === 1);
    if (bits(at - 6, 6) === count - 1) found = [...modes];
  }
  demand(found.length > 0);
  return found;
}
