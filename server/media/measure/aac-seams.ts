import { createBitReader } from './bit-reader.ts';

type ReadBits = (count: number) => number;

const pairElement = 1;
const singleElement = 0;
const endElement = 7;
const shortWindows = 2;
const mostBands = 51;
const mostShortBands = 15;
const reservedBook = 12;
/** Intensity books, which stand only in the second channel of a pair. */
const firstIntensityBook = 14;

/**
 * Counts the places inside a packet where one AAC frame may end and the next begin. A decoder plays every
 * frame of a packet, and where a frame ends only a decoder knows; but an end and a beginning that look
 * right (ISO 14496-3, 4.4.2.1) come about by chance only once in some 500 to 4,000 bytes.
 */
export function countSeams(packet: Buffer, channels: number): number {
  const kind = channels === 2 ? pairElement : singleElement;
  let seams = 0;
  for (let at = 3; at < packet.length - 1; at += 1)
    if (endsFrame(packet, at) && beginsFrame(packet, at, kind)) seams += 1;
  return seams;
}

/** The mark of the end, filled up with zeros to a whole byte. */
function endsFrame(packet: Buffer, at: number): boolean {
  const last = packet[at - 1] ?? 0;
  if (last === 0) return false;
  const zeros = 31 - Math.clz32(last & -last);
  return ((packet.readUInt16BE(at - 2) >> zeros) & 7) === endElement;
}

function beginsFrame(packet: Buffer, at: number, kind: number): boolean {
  if ((packet[at] ?? 0) >> 5 !== kind) return false;
  const bits = createBitReader(packet, at);
  try {
    bits(3 + 4);
    return readsAsElement(bits, kind);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

interface Windows {
  isShort: boolean;
  groups: number;
  bands: number;
}

function readsAsElement(bits: ReadBits, kind: number): boolean {
  const isCommon = kind === pairElement && bits(1) === 1;
  let windows = isCommon ? readWindows(bits) : null;
  if (windows !== null) {
    const stereoMask = bits(2);
    if (stereoMask === 3) return false;
    if (stereoMask === 1) bits(windows.groups * windows.bands);
  } else if (isCommon) return false;
  bits(8);
  windows ??= readWindows(bits);
  return windows !== null && readsAsSections(bits, windows);
}

function readWindows(bits: ReadBits): Windows | null {
  const isReserved = bits(1) === 1;
  const isShort = bits(2) === shortWindows;
  bits(1);
  if (isReserved) return null;
  if (!isShort) {
    const bands = bits(6);
    const hasPrediction = bits(1) === 1;
    return bands > mostBands || hasPrediction ? null : { isShort, groups: 1, bands };
  }
  const bands = bits(4);
  let groups = 8;
  for (let joined = bits(7); joined > 0; joined >>= 1) groups -= joined & 1;
  return bands > mostShortBands ? null : { isShort, groups, bands };
}

/** Sections divide the bands of each group up without a rest. */
function readsAsSections(bits: ReadBits, { isShort, groups, bands }: Windows): boolean {
  const width = isShort ? 3 : 5;
  for (let group = 0; group < groups; group += 1)
    for (let band = 0; band < bands;) {
      const book = bits(4);
      if (book === reservedBook || book >= firstIntensityBook) return false;
      const length = readLength(bits, width);
      band += length;
      if (length === 0 || band > bands) return false;
    }
  return true;
}

function readLength(bits: ReadBits, width: number): number {
  const goesOn = 2 ** width - 1;
  let step = bits(width);
  let length = step;
  while (step === goesOn) {
    step = bits(width);
    length += step;
  }
  return length;
}
