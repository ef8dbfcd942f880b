import { countSeams } from './aac-seams.ts';
import { createBitReader } from './bit-reader.ts';
import type { PacketClock } from './packet-clock.ts';
import { demand, refuseClip } from './refuse-clip.ts';

const rates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
const lowComplexity = 2;
const spectralReplication = 5;
const parametricStereo = 29;
/** Honest files stay below half of these. */
const bytesPerChanceSeam = 400;
const fewSeams = 5;

/**
 * Reads the configuration of an AAC stream (ISO 14496-3, 1.6.2.1). The time of a frame follows from
 * its core: HE-AAC makes twice the samples at twice the rate. A packet is one frame; a file in which many
 * seem to hold more is refused. A few can get by unseen, since only a decoder would know.
 */
export function createAacClock(configuration: Buffer): PacketClock {
  const bits = createBitReader(configuration);
  let kind = bits(5);
  const samplesPerSecond = readRate(bits);
  const channels = bits(4);
  if (kind === spectralReplication || kind === parametricStereo) {
    readRate(bits);
    kind = bits(5);
  }
  if (kind !== lowComplexity || channels < 1 || channels > 7) refuseClip('audio_unplayable');
  demand(samplesPerSecond >= 7_350 && samplesPerSecond <= 96_000);
  const samplesPerFrame = bits(1) === 1 ? 960 : 1_024;
  let frames = 0;
  let seams = 0;
  let bytes = 0;
  return {
    codec: 'aac',
    add: (packet) => {
      demand(packet.length > 0 && packet.length <= 768 * 8);
      frames += 1;
      bytes += packet.length;
      seams += countSeams(packet, channels);
    },
    seconds: () => {
      demand(seams <= bytes / bytesPerChanceSeam + frames / 4 + fewSeams);
      return (frames * samplesPerFrame) / samplesPerSecond;
    },
  };
}

function readRate(bits: (count: number) => number): number {
  const index = bits(4);
  return index === 15 ? bits(24) : (rates[index] ?? 0);
}
