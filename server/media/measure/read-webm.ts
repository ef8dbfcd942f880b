import { listElements, readElement, readNumber, readText } from './ebml.ts';
import type { EbmlElement } from './ebml.ts';
import { demand } from './refuse-clip.ts';
import { readWebmBlock } from './webm-block.ts';
import { readWebmTrack } from './webm-track.ts';
import type { WebmTrack } from './webm-track.ts';

const head = 0x1a45_dfa3;
const documentType = 0x4282;
const segment = 0x1853_8067;
const tracks = 0x1654_ae6b;
const cluster = 0x1f43_b675;
const simpleBlock = 0xa3;
const blockGroup = 0xa0;
const block = 0xa1;
const discardPadding = 0x75a2;
const empty = [0xec, 0xbf];
/** Seek head, information, cues, tags and chapters: what a player reads but does not play. */
const beside = [0x114d_9b74, 0x1549_a966, 0x1c53_bb6b, 0x1254_c367, 0x1043_a770, ...empty];
/** Time, position, size of the one before and list of silent tracks. */
const inCluster = [0xe7, 0xa7, 0xab, 0x5854, ...empty];
const mostPaddingNanoseconds = 150_000_000;

/** Whether an EBML file of the kind WebM begins here. */
export function isWebm(data: Buffer): boolean {
  if (data.length < 8 || data.readUInt32BE(0) !== head) return false;
  const type = listElements(data, readElement(data, 0, data.length)).find(({ id }) => id === documentType);
  return type !== undefined && readText(data, type) === 'webm';
}

/**
 * Counts the packets of a WebM file with exactly one track. Recorders leave the sizes of the segment
 * and of clusters open: such a cluster ends where the next element of the segment begins.
 */
export function readWebm(data: Buffer): { codec: string; seconds: number } {
  const top = readElement(data, readElement(data, 0, data.length).end, data.length);
  demand(top.id === segment && top.end === data.length);
  let track: WebmTrack | null = null;
  for (let at = top.start; at < data.length;) {
    const element = readElement(data, at, data.length);
    at = element.end;
    if (element.id === tracks) {
      demand(track === null);
      track = readWebmTrack(data, element);
    } else if (element.id === cluster) {
      demand(track !== null);
      at = readCluster(data, element, track);
    } else demand(beside.includes(element.id) && !element.isOpen);
  }
  demand(track !== null);
  return { codec: track.clock.codec, seconds: track.clock.seconds() };
}

/** Adds the packets of a cluster and says where it ends. */
function readCluster(data: Buffer, { start, end, isOpen }: EbmlElement, track: WebmTrack): number {
  for (let at = start; at < end;) {
    const element = readElement(data, at, end);
    if (isOpen && (element.id === cluster || (beside.includes(element.id) && !empty.includes(element.id))))
      return at;
    demand(!element.isOpen);
    at = element.end;
    if (element.id === simpleBlock) addBlock(data, element, track);
    else if (element.id === blockGroup) addGroup(data, element, track);
    else demand(inCluster.includes(element.id));
  }
  return end;
}

function addGroup(data: Buffer, group: EbmlElement, track: WebmTrack): void {
  const fields = listElements(data, group);
  const blocks = fields.filter(({ id }) => id === block);
  demand(blocks.length === 1 && blocks[0] !== undefined);
  // A little is cut off behind the last packet. Whoever cuts more makes players differ.
  for (const field of fields.filter(({ id }) => id === discardPadding))
    demand(readNumber(data, field) <= mostPaddingNanoseconds);
  addBlock(data, blocks[0], track);
}

function addBlock(data: Buffer, { start, end }: EbmlElement, track: WebmTrack): void {
  const { track: number, packets } = readWebmBlock(data.subarray(start, end));
  demand(number === track.number);
  for (const packet of packets) track.clock.add(packet);
}
