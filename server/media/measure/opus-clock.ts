import type { PacketClock } from './packet-clock.ts';
import { demand, refuseClip } from './refuse-clip.ts';

const samplesPerSecond = 48_000;
const longestPacketSamples = 5_760;
const longestFrameBytes = 1_275;
const silkFrames = [480, 960, 1_920, 2_880];
const hybridFrames = [480, 960];
const celtFrames = [120, 240, 480, 960];

/** Reads the head of an Opus stream in Ogg or WebM (RFC 7845, 5.1). */
export function createOpusClock(head: Buffer): PacketClock {
  demand(head.length >= 19 && head.toString('latin1', 0, 8) === 'OpusHead');
  return opusClock({
    channels: head.readUInt8(9),
    skipped: head.readUInt16LE(10),
    family: head.readUInt8(18),
  });
}

/** Reads the head of an Opus stream in MP4, the box `dOps`. */
export function createOpusClockOfMp4(box: Buffer): PacketClock {
  return opusClock({ channels: box.readUInt8(1), skipped: box.readUInt16BE(2), family: box.readUInt8(10) });
}

/** `skipped` samples at the beginning are decoded and thrown away by every player. */
function opusClock(head: { channels: number; skipped: number; family: number }): PacketClock {
  if (head.family > 1 || head.channels > 8) refuseClip('audio_unplayable');
  demand(head.channels >= 1);
  let samples = 0;
  return {
    codec: 'opus',
    add: (packet) => {
      samples += readOpusSamples(packet);
    },
    seconds: () => Math.max(0, samples - head.skipped) / samplesPerSecond,
  };
}

/** The samples in one packet by its first bytes, after a check of its grammar (RFC 6716, 3.2). */
function readOpusSamples(packet: Buffer): number {
  const first = packet.readUInt8(0);
  const kind = first & 3;
  const frames = kind === 3 ? readFrames(packet) : readOneOrTwo(packet, kind);
  const samples = frames * samplesPerFrame(first >> 3);
  demand(frames > 0 && samples <= longestPacketSamples);
  return samples;
}

function samplesPerFrame(mode: number): number {
  const kinds = mode < 12 ? silkFrames : mode < 16 ? hybridFrames : celtFrames;
  return kinds[mode % kinds.length] ?? 0;
}

function readOneOrTwo(packet: Buffer, kind: number): number {
  const rest = packet.length - 1;
  if (kind === 0) demand(rest <= longestFrameBytes);
  if (kind === 1) demand(rest % 2 === 0 && rest / 2 <= longestFrameBytes);
  if (kind === 2 && rest > 0) {
    const [bytes, next] = readLength(packet, 1);
    demand(bytes + next <= packet.length && packet.length - next - bytes <= longestFrameBytes);
  }
  return kind === 0 ? 1 : 2;
}

/** A packet that says itself how many frames it has, of one size or of sizes written before them. */
function readFrames(packet: Buffer): number {
  const about = packet.readUInt8(1);
  const frames = about & 63;
  let at = 2;
  let padding = 0;
  if ((about & 64) !== 0) {
    let step = 255;
    while (step === 255) {
      step = packet.readUInt8(at);
      at += 1;
      padding += step === 255 ? 254 : step;
    }
  }
  if ((about & 128) === 0) {
    const rest = packet.length - at - padding;
    demand(rest >= 0 && frames > 0 && rest % frames === 0 && rest / frames <= longestFrameBytes);
    return frames;
  }
  let sized = 0;
  for (let frame = 1; frame < frames; frame += 1) {
    const [bytes, next] = readLength(packet, at);
    sized += bytes;
    at = next;
  }
  const last = packet.length - at - padding - sized;
  demand(last >= 0 && last <= longestFrameBytes);
  return frames;
}

function readLength(packet: Buffer, at: number): [bytes: number, next: number] {
  const first = packet.readUInt8(at);
  return first < 252 ? [first, at + 1] : [first + packet.readUInt8(at + 1) * 4, at + 2];
}
