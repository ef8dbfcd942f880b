import { archive, forgeryOf, makeNoise, page } from './forgery.ts';
import type { Forgery } from './forgery.ts';

const plain = 'plays/mp3-constant-rate.mp3';
const bare = 'plays/mp3-without-note.mp3';
const long = 'too_long/mp3-of-24-seconds.mp3';

/** An mp3 as people have it on their disks, and as somebody makes it to get past a meter. */
export const mp3Forgeries: Record<string, Forgery> = {
  'mp3-with-cover.mp3': forgeryOf('plays', bare, (file) =>
    Buffer.concat([makeTag('APIC', Buffer.concat([makeCoverHead(), makeNoise(20_000)])), file]),
  ),
  'mp3-with-two-tags-in-front.mp3': forgeryOf('plays', bare, (file) =>
    Buffer.concat([makeTag('TIT2', Buffer.from('\0One')), makeTag('TIT2', Buffer.from('\0Two')), file]),
  ),
  'mp3-with-tags-behind.mp3': forgeryOf('plays', plain, (file) =>
    Buffer.concat([file, makeApeTag(), makeOldTag()]),
  ),
  'mp3-with-zeros-behind.mp3': forgeryOf('plays', plain, (file) =>
    Buffer.concat([file, Buffer.alloc(3_000)]),
  ),
  'mp3-with-zeros-in-front.mp3': forgeryOf('plays', bare, (file) =>
    Buffer.concat([Buffer.alloc(3_000), file]),
  ),
  'mp3-cut-at-both-ends.mp3': forgeryOf('plays', bare, (file) => file.subarray(70, file.length - 40)),
  'mp3-note-claims-30-seconds.mp3': forgeryOf('plays', plain, (file) => claimFrames(file, 1_150)),
  'mp3-note-claims-1-second.mp3': forgeryOf('plays', plain, (file) => claimFrames(file, 38)),
  'mp3-of-24-seconds-claims-3.mp3': forgeryOf('too_long', long, (file) => claimFrames(file, 42)),
  'mp3-of-24-seconds-claims-3-by-vbri.mp3': forgeryOf('too_long', long, (file) => {
    const at = file.indexOf('Info');
    file.fill(0, at - 9, at + 50);
    file.write('VBRI', at - 9 - 4 + 36, 'latin1');
  }),
  'mp3-of-24-seconds-without-note.mp3': forgeryOf('too_long', long, (file) => {
    file.write('XXXX', file.indexOf('Info'), 'latin1');
  }),
  'mp3-of-24-seconds-behind-a-tag.mp3': forgeryOf('too_long', long, (file) =>
    Buffer.concat([makeTag('TLEN', Buffer.from('\x003000')), file]),
  ),
  'mp3-more-behind-noise.mp3': {
    folder: 'damaged',
    from: [bare, long],
    forge: (first = page, second = page) => Buffer.concat([first, makeNoise(5_000), second]),
  },
  'mp3-more-behind-zeros.mp3': {
    folder: 'damaged',
    from: [bare, bare],
    forge: (first = page, second = page) => Buffer.concat([first, Buffer.alloc(5_000), second]),
  },
  'mp3-more-behind-a-tag.mp3': {
    folder: 'damaged',
    from: [bare, bare],
    forge: (first = page, second = page) => Buffer.concat([first, makeOldTag(), second]),
  },
  'mp3-of-two-rates.mp3': {
    folder: 'damaged',
    from: [bare, 'plays/mp3-half-rate-22-khz.mp3'],
    forge: (first = page, second = page) => Buffer.concat([first, second]),
  },
  'mp3-with-page-in-tag.mp3': forgeryOf('damaged', bare, (file) =>
    Buffer.concat([makeTag('COMM', Buffer.concat([Buffer.from('\0engx\0'), page])), file]),
  ),
  'mp3-with-archive-in-tag.mp3': forgeryOf('damaged', bare, (file) =>
    Buffer.concat([makeTag('PRIV', archive), file]),
  ),
  'mp3-with-archive-behind.mp3': forgeryOf('damaged', bare, (file) => Buffer.concat([file, archive])),
  'mp3-with-page-behind.mp3': forgeryOf('damaged', bare, (file) => Buffer.concat([file, page])),
  'mp3-with-noise-in-front.mp3': forgeryOf('not_recognised', bare, (file) =>
    Buffer.concat([makeNoise(9_000), file]),
  ),
  'mp3-tag-larger-than-the-file.mp3': forgeryOf('damaged', bare, (file) =>
    Buffer.concat([makeTag('TIT2', Buffer.alloc(40)).fill(0x7f, 6, 10), file]),
  ),
  'mp3-cut-in-the-middle.mp3': forgeryOf('damaged', bare, (file) =>
    Buffer.concat([file.subarray(0, 5_000), file.subarray(5_060)]),
  ),
  'mp3-free-format.mp3': forgeryOf('not_recognised', bare, (file) => {
    for (let at = 0; at + 4 < file.length; at += 1)
      if (file.readUInt16BE(at) === 0xfffb) file.writeUInt8(file.readUInt8(at + 2) & 0x0f, at + 2);
  }),
  'tag-alone.mp3': forgeryOf('not_recognised', bare, () => makeTag('TIT2', Buffer.alloc(400, 65))),
  'noise.mp3': forgeryOf('not_recognised', bare, () => makeNoise(20_000)),
  'page.mp3': forgeryOf('not_recognised', bare, () => page),
  'archive.mp3': forgeryOf('not_recognised', bare, () => archive),
  'nothing.mp3': forgeryOf('not_recognised', bare, () => Buffer.alloc(0)),
};

function makeTag(name: string, content: Buffer): Buffer {
  const frame = Buffer.alloc(10);
  frame.write(name, 'latin1');
  frame.writeUInt32BE(content.length, 4);
  const size = 10 + content.length;
  const sizes = [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(sizes), frame, content]);
}

function makeCoverHead(): Buffer {
  return Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), Buffer.from('ffd8ffe0', 'hex')]);
}

function makeOldTag(): Buffer {
  return Buffer.concat([Buffer.from('TAGA title'), Buffer.alloc(118)]);
}

function makeApeTag(): Buffer {
  const item = Buffer.concat([Buffer.from([5, 0, 0, 0, 0, 0, 0, 0]), Buffer.from('Title\0Brava')]);
  const border = (flags: number): Buffer => {
    const bytes = Buffer.alloc(32);
    bytes.write('APETAGEX', 'latin1');
    bytes.writeUInt32LE(2_000, 8);
    bytes.writeUInt32LE(item.length + 32, 12);
    bytes.writeUInt32LE(1, 16);
    bytes.writeUInt32LE(flags, 20);
    return bytes;
  };
  return Buffer.concat([border(0xa000_0000), item, border(0x8000_0000)]);
}

function claimFrames(file: Buffer, frames: number): void {
  file.writeUInt32BE(frames, file.indexOf('Info') + 8);
}
