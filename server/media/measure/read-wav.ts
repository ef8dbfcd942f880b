import { readMp3 } from './read-mp3.ts';
import { demand, refuseClip } from './refuse-clip.ts';

const pcm = 1;
const float = 3;
const aLaw = 6;
const muLaw = 7;
const mp3 = 0x55;
const extensible = 0xfffe;
/** Kinds of samples that Chromium plays, each with its bits. */
const playable: Record<number, readonly number[]> = {
  [pcm]: [8, 16, 24, 32],
  [float]: [32],
  [aLaw]: [8],
  [muLaw]: [8],
};
const streamedSize = 0xffff_ffff;

interface WavFormat {
  kind: number;
  channels: number;
  samplesPerSecond: number;
  bytesPerFrame: number;
  bits: number;
}

/** Whether a RIFF file of sound begins here. */
export function isWav(data: Buffer): boolean {
  return data.toString('latin1', 0, 4) === 'RIFF' && data.toString('latin1', 8, 12) === 'WAVE';
}

/**
 * Counts the bytes of sound that are really there. A program that wrote into a pipe could not know
 * the size and wrote 0 or the largest number; then, and when the file was cut off, the sound goes to
 * the end of the file. Players go on with a second chunk of sound, so that one is refused.
 */
export function readWav(data: Buffer): { codec: string; seconds: number } {
  let format: WavFormat | null = null;
  let sound: Buffer | null = null;
  for (let at = 12; at < data.length;) {
    const name = data.toString('latin1', at, at + 4);
    if (isPadding(data.subarray(at))) break;
    demand(/^[\w \-.]{4}$/.test(name));
    const size = data.readUInt32LE(at + 4);
    const isSound = name === 'data';
    const isOpen = isSound && (size === 0 || size === streamedSize || at + 8 + size > data.length);
    const end = isOpen ? data.length : at + 8 + size;
    demand(end <= data.length);
    const body = data.subarray(at + 8, end);
    if (name === 'fmt ') {
      demand(format === null && sound === null);
      format = readFormat(body);
    }
    if (isSound) {
      demand(format !== null && sound === null);
      sound = body;
    }
    at = end + (size % 2);
  }
  demand(format !== null && sound !== null);
  return countSound(format, sound);
}

/** Some programs fill the file up with a few zeros. */
function isPadding(rest: Buffer): boolean {
  return rest.length < 8 && rest.every((byte) => byte === 0);
}

function readFormat(body: Buffer): WavFormat {
  const kind = body.readUInt16LE(0);
  return {
    kind: kind === extensible ? body.readUInt16LE(24) : kind,
    channels: body.readUInt16LE(2),
    samplesPerSecond: body.readUInt32LE(4),
    bytesPerFrame: body.readUInt16LE(12),
    bits: body.readUInt16LE(14),
  };
}

function countSound(format: WavFormat, sound: Buffer): { codec: string; seconds: number } {
  if (format.kind === mp3) return readMp3(sound);
  if (playable[format.kind]?.includes(format.bits) !== true) refuseClip('audio_unplayable');
  demand(format.channels >= 1 && format.channels <= 8);
  demand(format.samplesPerSecond >= 3_000 && format.samplesPerSecond <= 192_000);
  demand(format.bytesPerFrame === (format.channels * format.bits) / 8);
  const frames = Math.floor(sound.length / format.bytesPerFrame);
  demand(frames > 0);
  return { codec: 'pcm', seconds: frames / format.samplesPerSecond };
}
