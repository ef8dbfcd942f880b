/** What the four bytes before a frame say of it. */
export interface Mp3Frame {
  bytes: number;
  samples: number;
  samplesPerSecond: number;
  isMono: boolean;
  /** Where the frame's own data begins, behind the side information. */
  sideEnd: number;
}

const kilobits = {
  full: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  half: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const fullRates = [44_100, 48_000, 32_000];
const layerThree = 1;

/** Reads the head of an MPEG audio layer III frame (ISO 11172-3, 2.4.1.3); null where none begins. */
export function readMp3Frame(data: Buffer, at: number): Mp3Frame | null {
  if (at + 4 > data.length || data[at] !== 0xff) return null;
  const [, second = 0, third = 0, fourth = 0] = data.subarray(at, at + 4);
  const version = (second >> 3) & 3;
  if ((second & 0xe0) !== 0xe0 || version === 1 || ((second >> 1) & 3) !== layerThree) return null;
  const isFull = version === 3;
  const fullRate = fullRates[(third >> 2) & 3];
  // Index 0 is 'free format', which no browser plays.
  const kilobit = (isFull ? kilobits.full : kilobits.half)[(third >> 4) - 1];
  if (fullRate === undefined || kilobit === undefined) return null;
  const samplesPerSecond = isFull ? fullRate : version === 2 ? fullRate / 2 : fullRate / 4;
  const samples = isFull ? 1_152 : 576;
  const bytes = Math.floor((samples * kilobit * 125) / samplesPerSecond) + ((third >> 1) & 1);
  const isMono = fourth >> 6 === 3;
  const side = isFull ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return { bytes, samples, samplesPerSecond, isMono, sideEnd: at + 4 + side };
}

/** Whether one stream can hold both: a player takes a change of rate or channels for the end. */
export function areOfOneStream(one: Mp3Frame, other: Mp3Frame): boolean {
  return (
    one.samplesPerSecond === other.samplesPerSecond &&
    one.samples === other.samples &&
    one.isMono === other.isMono
  );
}
