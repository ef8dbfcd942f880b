import type { PacketClock } from './packet-clock.ts';
import { demand } from './refuse-clip.ts';

/** Reads the stream information of FLAC (RFC 9639, 8.2), the 34 bytes without their block header. */
export function createFlacClock(information: Buffer): PacketClock {
  demand(information.length >= 34);
  const samplesPerSecond = information.readUIntBE(10, 3) >> 4;
  demand(samplesPerSecond >= 3_000 && samplesPerSecond <= 192_000);
  let samples = 0;
  return {
    codec: 'flac',
    add: (packet) => {
      demand(readFrameSamples(packet, 0) > 0);
      // A decoder plays every frame of a packet, not just the first.
      for (let at = packet.indexOf(0xff); at >= 0; at = packet.indexOf(0xff, at + 1))
        samples += readFrameSamples(packet, at);
    },
    seconds: () => samples / samplesPerSecond,
  };
}

/** The samples of the FLAC frame that begins here; 0 where none does, by the check sum of its head. */
function readFrameSamples(packet: Buffer, start: number): number {
  const [first = 0, second = 0, kinds = 0, , number = 0] = packet.subarray(start, start + 5);
  if (first !== 0xff || (second & 0xfe) !== 0xf8) return 0;
  const sizeKind = kinds >> 4;
  const rateKind = kinds & 15;
  const numberBytes = number < 0x80 ? 1 : Math.clz32(~(number << 24));
  const at = start + 4 + numberBytes;
  const sizeBytes = sizeKind === 6 ? 1 : sizeKind === 7 ? 2 : 0;
  const rateBytes = rateKind === 12 ? 1 : rateKind === 13 || rateKind === 14 ? 2 : 0;
  const end = at + sizeBytes + rateBytes;
  if (end >= packet.length || sizeKind === 0) return 0;
  if (checkSum(packet.subarray(start, end)) !== packet[end]) return 0;
  if (sizeBytes > 0) return packet.readUIntBE(at, sizeBytes) + 1;
  if (sizeKind === 1) return 192;
  return sizeKind < 6 ? 576 << (sizeKind - 2) : 256 << (sizeKind - 8);
}

function checkSum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x80) === 0 ? sum << 1 : ((sum << 1) ^ 0x07) & 0xff;
  }
  return sum;
}
