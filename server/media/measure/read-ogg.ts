import { createFlacClock } from './flac-clock.ts';
import { listOggPages } from './ogg-pages.ts';
import type { OggPage } from './ogg-pages.ts';
import { createOpusClock } from './opus-clock.ts';
import type { PacketClock } from './packet-clock.ts';
import { demand, refuseClip } from './refuse-clip.ts';
import { createVorbisClock, isVorbisHead } from './vorbis-clock.ts';

/** Whether an Ogg file begins here. */
export function isOgg(data: Buffer): boolean {
  return data.toString('latin1', 0, 4) === 'OggS';
}

/**
 * Counts the packets of an Ogg file with exactly one stream of sound; beside it there may be a
 * skeleton, which describes streams. Players go on with a second stream behind the first, and some
 * show a picture stream: both are refused.
 */
export function readOgg(data: Buffer): { codec: string; seconds: number } {
  let stream: OggStream | null = null;
  const skeletons = new Set<number>();
  let isInHeads = true;
  for (const page of listOggPages(data)) {
    isInHeads &&= page.isFirst;
    demand(page.isFirst === isInHeads);
    const first = page.parts[0] ?? Buffer.alloc(0);
    if (page.isFirst && first.toString('latin1', 0, 8) === 'fishead\0') skeletons.add(page.stream);
    if (skeletons.has(page.stream)) continue;
    if (page.isFirst) {
      demand(stream === null);
      stream = openStream(page.stream, first);
    }
    demand(stream !== null);
    stream.take(page);
  }
  demand(stream !== null);
  return stream.end();
}

interface OggStream {
  take: (page: OggPage) => void;
  end: () => { codec: string; seconds: number };
}

/** Puts the packets of one stream together; the codec takes the first few and its clock the rest. */
function openStream(id: number, first: Buffer): OggStream {
  const codec = recogniseCodec(first);
  const heads: Buffer[] = [];
  let clock: PacketClock | null = null;
  let rest: Buffer[] = [];
  let isEnded = false;
  const takePacket = (packet: Buffer): void => {
    if (clock !== null && !codec.isHead(packet)) {
      // Some programs end a stream with an empty packet, of which a decoder makes nothing.
      if (packet.length > 0) clock.add(packet);
      return;
    }
    heads.push(packet);
    clock = codec.begin(heads);
  };
  return {
    take: (page) => {
      demand(page.stream === id && !isEnded && page.isContinued === rest.length > 0);
      isEnded = page.isLast;
      page.parts.forEach((part, index) => {
        rest.push(part);
        if (page.isOpen && index === page.parts.length - 1) return;
        takePacket(rest.length === 1 ? part : Buffer.concat(rest));
        rest = [];
      });
    },
    end: () => {
      demand(clock !== null && rest.length === 0);
      return { codec: clock.codec, seconds: clock.seconds() };
    },
  };
}

interface OggCodec {
  /** Whether this packet belongs to the head although the clock runs already. */
  isHead: (packet: Buffer) => boolean;
  /** The clock, as soon as these packets suffice for one. */
  begin: (heads: Buffer[]) => PacketClock | null;
}

const never = (): boolean => false;

function recogniseCodec(first: Buffer): OggCodec {
  if (first.toString('latin1', 0, 8) === 'OpusHead')
    return {
      isHead: never,
      begin: ([head, comment]) => (head && comment ? createOpusClock(head) : null),
    };
  if (isVorbisHead(first, 1))
    return {
      isHead: never,
      begin: ([identity, comment, setup]) =>
        identity && comment && setup ? createVorbisClock([identity, comment, setup]) : null,
    };
  if (first.toString('latin1', 0, 5) === '\x7fFLAC')
    return {
      isHead: (packet) => packet.length > 0 && packet[0] !== 0xff,
      begin: ([head]) => (head ? createFlacClock(head.subarray(17)) : null),
    };
  if (first.toString('latin1', 1, 7) === 'theora') refuseClip('audio_damaged');
  return refuseClip('audio_unplayable');
}
