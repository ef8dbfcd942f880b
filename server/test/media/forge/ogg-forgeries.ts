import { archive, forgeryOf, makeNoise, page } from './forgery.ts';
import type { Forgery } from './forgery.ts';
import { addSkeleton, changePages, seal, splitPages } from './ogg.ts';

const opus = 'plays/ogg-opus.ogg';
const vorbis = 'plays/ogg-vorbis.ogg';
const longOpus = 'too_long/ogg-opus-of-24-seconds.ogg';
const longVorbis = 'too_long/ogg-vorbis-of-24-seconds.ogg';

/** Ogg files with wrong times, with more than one stream, and with pages missing or broken. */
export const oggForgeries: Record<string, Forgery> = {
  'ogg-vorbis-with-skeleton.ogg': forgeryOf('plays', vorbis, addSkeleton),
  'ogg-opus-with-skeleton.ogg': forgeryOf('plays', opus, addSkeleton),
  'ogg-vorbis-without-end.ogg': forgeryOf('plays', vorbis, withoutEnd),
  'ogg-opus-without-end.ogg': forgeryOf('plays', opus, withoutEnd),
  'ogg-vorbis-cut-between-pages.ogg': forgeryOf('plays', longVorbis, (file) =>
    Buffer.concat(splitPages(file).slice(0, 5)),
  ),
  'ogg-opus-claims-60-seconds.ogg': forgeryOf('plays', opus, (file) => scaleTimes(file, 20n)),
  'ogg-vorbis-claims-60-seconds.ogg': forgeryOf('plays', vorbis, (file) => scaleTimes(file, 15n)),
  'ogg-opus-begins-late.ogg': forgeryOf('plays', opus, beginLate),
  'ogg-vorbis-begins-late.ogg': forgeryOf('plays', vorbis, beginLate),
  'ogg-opus-skips-a-second.ogg': forgeryOf('plays', opus, (file) =>
    changePages(file, (part, index) => {
      if (index === 0) part.writeUInt16LE(48_000, 28 + 10);
    }),
  ),
  'ogg-opus-of-24-seconds-claims-2.ogg': forgeryOf('too_long', longOpus, (file) => scaleTimes(file, -12n)),
  'ogg-vorbis-of-24-seconds-claims-2.ogg': forgeryOf('too_long', longVorbis, (file) =>
    scaleTimes(file, -12n),
  ),
  'ogg-vorbis-of-24-seconds-without-times.ogg': forgeryOf('too_long', longVorbis, (file) =>
    changePages(file, (part, index) => {
      if (index > 1) part.writeBigInt64LE(-1n, 6);
    }),
  ),
  'ogg-vorbis-played-slowly.ogg': forgeryOf('too_long', 'plays/ogg-vorbis-of-15-seconds.ogg', (file) =>
    changePages(file, (part, index) => {
      if (index === 0) part.writeUInt32LE(8_000, 28 + 12);
    }),
  ),
  'ogg-chained.ogg': { folder: 'damaged', from: [vorbis, opus], forge: chain },
  'ogg-chained-of-one-codec.ogg': {
    folder: 'damaged',
    from: [opus, longOpus],
    forge: (first = page, second = page) =>
      chain(
        first,
        changePages(second, (part) => void part.writeUInt32LE(77, 14)),
      ),
  },
  'ogg-two-streams.ogg': {
    folder: 'damaged',
    from: [vorbis, opus],
    forge: (first = page, second = page) => {
      const [one = [], two = []] = [first, second].map(splitPages);
      return Buffer.concat([...one.slice(0, 1), ...two.slice(0, 1), ...one.slice(1), ...two.slice(1)]);
    },
  },
  'ogg-more-behind-the-end.ogg': forgeryOf('damaged', opus, (file) => {
    const pages = splitPages(file);
    const more = pages.slice(2).map((part, index) => {
      const copy = Buffer.from(part);
      copy.writeUInt32LE(pages.length + index, 18);
      return seal(copy);
    });
    return Buffer.concat([file, ...more]);
  }),
  'ogg-wrong-check-sum.ogg': forgeryOf('damaged', opus, (file) => {
    file.writeUInt8(file.readUInt8(2_000) ^ 1, 2_000);
  }),
  'ogg-page-missing.ogg': forgeryOf('damaged', vorbis, (file) =>
    Buffer.concat(splitPages(file).toSpliced(3, 1)),
  ),
  'ogg-cut-off.ogg': forgeryOf('damaged', opus, (file) => file.subarray(0, file.length - 100)),
  'ogg-with-noise-behind.ogg': forgeryOf('damaged', opus, (file) => Buffer.concat([file, makeNoise(300)])),
  'ogg-with-archive-behind.ogg': forgeryOf('damaged', opus, (file) => Buffer.concat([file, archive])),
  'ogg-with-page-behind.ogg': forgeryOf('damaged', opus, (file) => Buffer.concat([file, page])),
  'ogg-heads-alone.ogg': forgeryOf('damaged', vorbis, (file) => Buffer.concat(splitPages(file).slice(0, 2))),
};

function chain(first = page, second = page): Buffer {
  return Buffer.concat([first, second]);
}

function withoutEnd(file: Buffer): Buffer {
  return changePages(file, (part) => void part.writeUInt8(part.readUInt8(5) & ~4, 5));
}

/** Multiplies the times of the pages, or divides them where `by` is negative. */
function scaleTimes(file: Buffer, by: bigint): Buffer {
  return changePages(file, (part) => {
    const time = part.readBigInt64LE(6);
    if (time > 0n) part.writeBigInt64LE(by > 0n ? time * by : time / -by, 6);
  });
}

/** As if it had been taken out of a radio station's stream. */
function beginLate(file: Buffer): Buffer {
  return changePages(file, (part) => {
    const time = part.readBigInt64LE(6);
    if (time > 0n) part.writeBigInt64LE(time + 48_000_000n, 6);
  });
}
