import { archive, forgeryOf, makeNoise, page } from './forgery.ts';
import type { Forgery } from './forgery.ts';
import { laceBlocks, makeElement, parseWebm, walk, writeWebm } from './webm.ts';
import type { Element } from './webm.ts';

const opus = 'plays/webm-opus.webm';
const clusters = 'plays/webm-opus-small-clusters.webm';
const long = 'too_long/webm-opus-of-24-seconds.webm';
const longVorbis = 'too_long/webm-vorbis-of-24-seconds.webm';
const ids = {
  segment: 0x1853_8067,
  cluster: 0x1f43_b675,
  time: 0xe7,
  block: 0xa3,
  information: 0x1549_a966,
  entry: 0xae,
  empty: 0xec,
};

/** WebM files with wrong times, with sizes left open, with packets laced, and with things hidden. */
export const webmForgeries: Record<string, Forgery> = {
  'webm-opus-laced-by-xiph.webm': forgeryOf('plays', opus, (file) => laceBlocks(file, 1)),
  'webm-opus-laced-by-ebml.webm': forgeryOf('plays', opus, (file) => laceBlocks(file, 3)),
  'webm-open-clusters.webm': changed('plays', clusters, (element) => {
    if (element.id === ids.segment || element.id === ids.cluster) element.isOpen = true;
  }),
  'webm-without-cues.webm': changed('plays', opus, (element) => {
    if (element.id === ids.segment)
      element.inside = (element.inside ?? []).filter(({ id }) => id !== 0x1c53_bb6b);
  }),
  'webm-with-space.webm': changed('plays', opus, (element) => {
    if (element.id === ids.segment) element.inside?.push(makeElement(ids.empty, Buffer.alloc(20_000)));
  }),
  'webm-claims-300-seconds.webm': changed('plays', opus, (element) => claim(element, 300)),
  'webm-without-times.webm': changed('plays', clusters, (element) => scale(element, 0)),
  'webm-with-gaps.webm': changed('plays', clusters, (element) => scale(element, 4)),
  'webm-with-long-gaps.webm': changed('plays', clusters, (element) => scale(element, 20)),
  'webm-of-24-seconds-claims-3.webm': changed('too_long', long, (element) => claim(element, 3)),
  'webm-of-24-seconds-in-3.webm': changed('too_long', long, (element) => {
    claim(element, 3);
    scale(element, 1 / 8);
  }),
  'webm-vorbis-of-24-seconds-in-3.webm': changed('too_long', longVorbis, (element) => {
    claim(element, 3);
    scale(element, 1 / 8);
  }),
  'webm-of-24-seconds-laced.webm': forgeryOf('too_long', long, (file) => laceBlocks(file, 1)),
  'webm-of-packed-packets.webm': changed('damaged', opus, (element) => {
    // A player puts the byte 0 in front of each packet.
    const encoding = makeElement(0x6d80, Buffer.from('62408b5034884254810342558100', 'hex'));
    if (element.id === ids.entry) element.inside?.push(encoding);
  }),
  'webm-with-two-tracks.webm': changed('damaged', opus, (element) => {
    const [entry] = element.id === 0x1654_ae6b ? (element.inside ?? []) : [];
    if (entry !== undefined) element.inside?.push({ ...entry });
  }),
  'webm-block-of-another-track.webm': changed('damaged', opus, (element) => {
    if (element.id === ids.block)
      element.content = Buffer.concat([Buffer.from([0x82]), element.content.subarray(1)]);
  }),
  'webm-with-attachment.webm': changed('damaged', opus, (element) => {
    if (element.id === ids.segment) element.inside?.push(makeElement(0x1941_a469, makeNoise(500)));
  }),
  'webm-with-page-in-its-space.webm': changed('damaged', opus, (element) => {
    if (element.id === ids.segment) element.inside?.push(makeElement(ids.empty, page));
  }),
  'webm-chained.webm': {
    folder: 'damaged',
    from: [opus, long],
    forge: (first = page, second = page) => Buffer.concat([first, second]),
  },
  'webm-with-archive-behind.webm': forgeryOf('damaged', opus, (file) => Buffer.concat([file, archive])),
  'webm-with-noise-behind.webm': forgeryOf('damaged', opus, (file) => Buffer.concat([file, makeNoise(400)])),
  'webm-cut-off.webm': forgeryOf('damaged', opus, (file) => file.subarray(0, 3_000)),
  'webm-recording-cut-off.webm': forgeryOf('damaged', 'plays/webm-recorded.webm', (file) =>
    file.subarray(0, file.length - 10),
  ),
  'webm-impossible-packet.webm': changed('damaged', opus, (element) => {
    if (element.id === ids.block)
      element.content = Buffer.concat([element.content.subarray(0, 4), Buffer.from([3, 0])]);
  }),
};

function changed(folder: Forgery['folder'], source: string, change: (element: Element) => void): Forgery {
  return forgeryOf(folder, source, (file) => {
    const elements = parseWebm(file);
    walk(elements, change);
    return writeWebm(elements);
  });
}

function claim(element: Element, seconds: number): void {
  if (element.id !== ids.information) return;
  const at = element.content.indexOf(Buffer.from('448988', 'hex')) + 3;
  if (at < 3) throw new Error('This file claims no duration.');
  element.content = Buffer.from(element.content);
  element.content.writeDoubleBE(seconds * 1_000, at);
}

/** Multiplies the times of clusters, and those of blocks where the times shrink. */
function scale(element: Element, by: number): void {
  if (element.id === ids.time)
    element.content = writeTime(element.content.reduce((sum, byte) => sum * 256 + byte, 0) * by);
  if (element.id !== ids.block || by > 1) return;
  element.content = Buffer.from(element.content);
  element.content.writeInt16BE(Math.floor(element.content.readInt16BE(1) * by), 1);
}

function writeTime(time: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(Math.floor(time));
  return bytes;
}
