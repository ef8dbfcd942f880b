import { areOfOneStream, readMp3Frame } from './mp3-frame.ts';
import type { Mp3Frame } from './mp3-frame.ts';
import type { PacketClock } from './packet-clock.ts';
import { demand } from './refuse-clip.ts';

/** Counts the frames of mp3 packets in a file of another kind, each of which is full of whole frames. */
export function createMp3Clock(): PacketClock {
  let first: Mp3Frame | null = null;
  let seconds = 0;
  return {
    codec: 'mp3',
    add: (packet) => {
      for (let at = 0; at < packet.length;) {
        const frame = readMp3Frame(packet, at);
        demand(frame !== null && at + frame.bytes <= packet.length);
        first ??= frame;
        demand(areOfOneStream(first, frame));
        seconds += frame.samples / frame.samplesPerSecond;
        at += frame.bytes;
      }
    },
    seconds: () => seconds,
  };
}
