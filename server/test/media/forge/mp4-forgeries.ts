import { archive, forgeryOf, makeNoise, page } from './forgery.ts';
import type { Forgery } from './forgery.ts';
import { changeBox, findBox, growBox, makeBox } from './mp4.ts';

const plain = 'plays/m4a-aac.m4a';
const aac16 = 'plays/m4a-aac-16-khz.m4a';
const fifteen = 'plays/m4a-aac-of-15-seconds.m4a';
const long = 'too_long/m4a-aac-of-24-seconds.m4a';
const pieces = 'plays/m4a-aac-in-fragments-from-their-heads.m4a';
const table = 'moov/trak/mdia/minf/stbl';
const editList = 'moov/trak/edts/elst';

/** MP4 files that say one thing in one place and another in the next. */
export const mp4Forgeries: Record<string, Forgery> = {
  'm4a-with-cover.m4a': forgeryOf('plays', plain, (file) => growBox(file, 'moov', makeCover())),
  'm4a-claims-300-seconds.m4a': forgeryOf('plays', plain, (file) => claimSeconds(file, 300)),
  'm4a-he-aac.m4a': forgeryOf('plays', aac16, (file) => configure(file, 'writeExtended')),
  'm4a-played-slowly.m4a': forgeryOf('plays', aac16, (file) => configure(file, 'slow')),
  'm4a-fifteen-played-slowly.m4a': forgeryOf('too_long', fifteen, (file) => configure(file, 'slow')),
  'm4a-of-24-seconds-claims-3.m4a': forgeryOf('too_long', long, (file) => claimSeconds(file, 3)),
  'm4a-of-24-seconds-in-short-packets.m4a': forgeryOf('too_long', long, (file) => shorten(file)),
  'm4a-repeated-by-its-edit-list.m4a': forgeryOf('damaged', aac16, (file) => repeat(file)),
  'm4a-cut-by-its-edit-list.m4a': forgeryOf('damaged', aac16, (file) =>
    changeBox(file, editList, (content) => void content.writeInt32BE(3 * 16_000, 12)),
  ),
  'm4a-ended-by-its-edit-list.m4a': forgeryOf('damaged', fifteen, (file) =>
    changeBox(file, editList, (content) => void content.writeUInt32BE(2_000, 8)),
  ),
  'm4a-with-more-in-fragments.m4a': {
    folder: 'damaged',
    from: [plain, pieces],
    forge: (first = page, second = page) =>
      Buffer.concat([first, second.subarray(second.indexOf('moof') - 4)]),
  },
  'm4a-chained.m4a': {
    folder: 'damaged',
    from: [plain, aac16],
    forge: (first = page, second = page) => Buffer.concat([first, second]),
  },
  'm4a-with-noise-behind.m4a': forgeryOf('damaged', plain, (file) => Buffer.concat([file, makeNoise(300)])),
  'm4a-with-archive-behind.m4a': forgeryOf('damaged', plain, (file) => Buffer.concat([file, archive])),
  'm4a-with-page-in-a-free-box.m4a': forgeryOf('damaged', plain, (file) =>
    Buffer.concat([file, makeBox('free', page)]),
  ),
  'm4a-with-other-data.m4a': forgeryOf('damaged', plain, (file) =>
    Buffer.concat([file, makeBox('mdat', makeNoise(9_000))]),
  ),
  'm4a-with-unknown-box.m4a': forgeryOf('damaged', plain, (file) =>
    Buffer.concat([file, makeBox('hide', page)]),
  ),
  'm4a-cut-off.m4a': forgeryOf('damaged', plain, (file) => file.subarray(0, file.length - 100)),
  'm4a-cut-off-behind-its-head.m4a': forgeryOf('damaged', 'plays/m4a-aac-head-first.m4a', (file) =>
    file.subarray(0, file.length - 3_000),
  ),
  'm4a-one-fragment-again-and-again.m4a': forgeryOf('damaged', pieces, (file) => {
    const first = file.indexOf('moof') - 4;
    const second = file.indexOf('moof', first + 8) - 4;
    const run = file.indexOf('trun', second) + 4;
    // The second fragment takes its packets out of the data of the first.
    file.writeInt32BE(file.readInt32BE(run + 8) - (second - first), run + 8);
  }),
  'm4a-four-frames-in-a-packet.m4a': forgeryOf('damaged', aac16, packFrames),
  'm4a-packets-in-its-head.m4a': forgeryOf('damaged', plain, (file) =>
    changeBox(file, `${table}/stco`, (content) => void content.writeUInt32BE(4, 8)),
  ),
  'm4a-more-packets-than-sizes.m4a': forgeryOf('damaged', plain, (file) =>
    changeBox(file, `${table}/stsz`, (content) => void content.writeUInt32BE(2_000_000_000, 8)),
  ),
  'm4a-without-packets.m4a': forgeryOf('damaged', pieces, (file) =>
    file.subarray(0, file.indexOf('moof') - 4),
  ),
};

function makeCover(): Buffer {
  const image = makeBox('data', Buffer.concat([Buffer.from([0, 0, 0, 13, 0, 0, 0, 0]), makeNoise(15_000)]));
  const list = makeBox('ilst', makeBox('covr', image));
  return makeBox('udta', makeBox('meta', Buffer.concat([Buffer.alloc(4), list])));
}

function claimSeconds(file: Buffer, seconds: number): void {
  for (const path of ['moov/mvhd', 'moov/trak/mdia/mdhd']) {
    const { start } = findBox(file, path);
    file.writeUInt32BE(seconds * file.readUInt32BE(start + 12), start + 16);
  }
  file.writeUInt32BE(seconds * 1_000, findBox(file, 'moov/trak/tkhd').start + 20);
}

/** The configuration of AAC stands behind the tag 5 and a size in four bytes. */
function configure(file: Buffer, how: 'slow' | 'writeExtended'): void {
  const { start, end } = findBox(file, `${table}/stsd`);
  const at = file.indexOf(Buffer.from('05808080', 'hex'), start) + 5;
  if (at < start || at > end) throw new Error('There is no configuration in this file.');
  // AAC-LC at 11 kHz; or HE-AAC of a core at 16 kHz. Both of one channel.
  file.write(how === 'slow' ? '1508' : '2c0a88', at, 'hex');
  file.fill(0, how === 'slow' ? at + 2 : at + 3, at + 5);
  if (how === 'slow') doubleEdit(file);
}

function doubleEdit(file: Buffer): void {
  const { start } = findBox(file, editList);
  file.writeUInt32BE(2 * file.readUInt32BE(start + 8), start + 8);
}

function shorten(file: Buffer): void {
  const { start } = findBox(file, `${table}/stts`);
  const entries = file.readUInt32BE(start + 4);
  for (let entry = 0; entry < entries; entry += 1) file.writeUInt32BE(100, start + 12 + entry * 8);
  claimSeconds(file, 3);
}

/** Plays the same five seconds four times. */
function repeat(file: Buffer): Buffer {
  const entry = file.subarray(findBox(file, editList).start + 8, findBox(file, editList).end);
  const grown = growBox(file, editList, Buffer.concat([entry, entry, entry]));
  grown.writeUInt32BE(4, findBox(grown, editList).start + 4);
  return grown;
}

/** A decoder goes on with what is left of a packet, so that each of these holds four times its duration. */
function packFrames(file: Buffer): void {
  const sizes = findBox(file, `${table}/stsz`).start;
  const count = file.readUInt32BE(sizes + 8);
  const packed = Math.ceil(count / 4);
  for (let index = 0; index < packed; index += 1) {
    let size = 0;
    for (let part = index * 4; part < Math.min(count, index * 4 + 4); part += 1)
      size += file.readUInt32BE(sizes + 12 + part * 4);
    file.writeUInt32BE(size, sizes + 12 + index * 4);
  }
  file.writeUInt32BE(packed, sizes + 8);
  file.writeUInt32BE(packed, findBox(file, `${table}/stsc`).start + 12);
  const durations = findBox(file, `${table}/stts`).start;
  file.writeUInt32BE(1, durations + 4);
  file.writeUInt32BE(packed, durations + 8);
  const edit = findBox(file, editList).start;
  file.writeUInt32BE(Math.floor(file.readUInt32BE(edit + 8) / 4), edit + 8);
}
