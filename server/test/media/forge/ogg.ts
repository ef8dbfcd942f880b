const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = sum < 0 ? (sum << 1) ^ 0x04c1_1db7 : sum << 1;
  return sum >>> 0;
});

/** Cuts an Ogg file into its pages. */
export function splitPages(file: Buffer): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; at < file.length;) {
    const segments = file.subarray(at + 27, at + 27 + file.readUInt8(at + 26));
    const end = segments.reduce((sum, size) => sum + size, at + 27 + segments.length);
    pages.push(Buffer.from(file.subarray(at, end)));
    at = end;
  }
  return pages;
}

/** Writes the check sum that fits what the page now says. */
export function seal(page: Buffer): Buffer {
  page.writeUInt32LE(0, 22);
  const sum = page.reduce((sum, byte) => ((sum << 8) ^ (table[(sum >>> 24) ^ byte] ?? 0)) >>> 0, 0);
  page.writeUInt32LE(sum, 22);
  return page;
}

/** The pages with this change made to each, and with check sums that fit. */
export function changePages(file: Buffer, change: (page: Buffer, index: number) => void): Buffer {
  const pages = splitPages(file);
  pages.forEach(change);
  return Buffer.concat(pages.map(seal));
}

/** A page that holds one short packet. */
function makePage(packet: Buffer, { flags = 0, stream = 0, number = 0 }): Buffer {
  const head = Buffer.alloc(28);
  head.write('OggS', 'latin1');
  head.writeUInt8(flags, 5);
  head.writeUInt32LE(stream, 14);
  head.writeUInt32LE(number, 18);
  head.writeUInt8(1, 26);
  head.writeUInt8(packet.length, 27);
  return seal(Buffer.concat([head, packet]));
}

/** The same sound with a skeleton 3.0 beside it, which lists the stream for seeking. */
export function addSkeleton(file: Buffer): Buffer {
  const [first, ...others] = splitPages(file);
  if (first === undefined) throw new Error('There is no page in this file.');
  const head = Buffer.alloc(64);
  head.write('fishead\0', 'latin1');
  head.writeUInt16LE(3, 8);
  for (const at of [20, 36]) head.writeUInt32LE(1000, at);
  const bone = Buffer.alloc(52);
  bone.write('fisbone\0', 'latin1');
  bone.writeUInt32LE(44, 8);
  bone.writeUInt32LE(first.readUInt32LE(14), 12);
  bone.writeUInt32LE(3, 16);
  bone.writeUInt32LE(48_000, 20);
  bone.writeUInt32LE(1, 28);
  const stream = 0x5ce1;
  return Buffer.concat([
    makePage(head, { flags: 2, stream }),
    first,
    makePage(bone, { stream, number: 1 }),
    makePage(Buffer.alloc(0), { flags: 4, stream, number: 2 }),
    ...others,
  ]);
}
