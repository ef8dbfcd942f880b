/** One element of a WebM file as the forger sees it: its id, and its content or what is in it. */
export interface Element {
  id: number;
  content: Buffer;
  inside: Element[] | null;
  isOpen?: boolean;
}

const parents = new Set([0x1853_8067, 0x1f43_b675, 0x1654_ae6b, 0xae, 0xa0]);

/** Takes a file whose sizes are all known apart into elements. */
export function parseWebm(data: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < data.length;) {
    const idBytes = Math.clz32(data.readUInt8(at)) - 23;
    const id = data.readUIntBE(at, idBytes);
    const first = data.readUInt8(at + idBytes);
    const sizeBytes = Math.clz32(first) - 23;
    let size = first & (0xff >> sizeBytes);
    for (let index = 1; index < sizeBytes; index += 1)
      size = size * 256 + data.readUInt8(at + idBytes + index);
    const start = at + idBytes + sizeBytes;
    const content = data.subarray(start, start + size);
    elements.push({ id, content, inside: parents.has(id) ? parseWebm(content) : null });
    at = start + size;
  }
  return elements;
}

/** Puts elements together; one that is open gets the size 'unknown'. */
export function writeWebm(elements: Element[]): Buffer {
  return Buffer.concat(
    elements.flatMap(({ id, content, inside, isOpen }) => {
      const body = inside === null ? content : writeWebm(inside);
      return [
        writeId(id),
        isOpen === true ? Buffer.from('01ffffffffffffff', 'hex') : writeSize(body.length),
        body,
      ];
    }),
  );
}

function writeId(id: number): Buffer {
  return Buffer.from(id.toString(16).padStart(2, '0'), 'hex');
}

/** Sizes of four bytes, so that none depends on another. */
function writeSize(size: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(0x1000_0000 + size);
  return bytes;
}

/** Calls back for every element, those around before those inside. */
export function walk(elements: Element[], visit: (element: Element) => void): void {
  for (const element of elements) {
    visit(element);
    if (element.inside !== null) walk(element.inside, visit);
  }
}

/** An element with content of its own. */
export function makeElement(id: number, content: Buffer): Element {
  return { id, content, inside: null };
}

/** Laces the packets of each cluster together by fours, the way of `kind` (1 Xiph, 2 fixed, 3 EBML). */
export function laceBlocks(file: Buffer, kind: 1 | 3): Buffer {
  const elements = parseWebm(file);
  walk(elements, (element) => {
    if (element.id !== 0x1f43_b675 || element.inside === null) return;
    const others = element.inside.filter(({ id }) => id !== 0xa3);
    const blocks = element.inside.filter(({ id }) => id === 0xa3).map(({ content }) => content);
    const laced: Element[] = [];
    for (let at = 0; at < blocks.length; at += 4)
      laced.push(makeElement(0xa3, lace(blocks.slice(at, at + 4), kind)));
    element.inside = [...others, ...laced];
  });
  return writeWebm(elements);
}

function lace(blocks: Buffer[], kind: 1 | 3): Buffer {
  const packets = blocks.map((block) => block.subarray(4));
  const head = Buffer.from(blocks[0]?.subarray(0, 4) ?? []);
  head.writeUInt8(head.readUInt8(3) | (kind << 1), 3);
  const sizes = packets.slice(0, -1).map(({ length }) => length);
  const written = sizes.map((size, index) => {
    if (kind === 1)
      return Buffer.concat([Buffer.alloc(Math.floor(size / 255), 255), Buffer.from([size % 255])]);
    const before = sizes[index - 1];
    // As two bytes: the first size itself, the others as differences from the one before.
    const value = Buffer.alloc(2);
    value.writeUInt16BE(0x4000 + (before === undefined ? size : size - before + 0x1fff));
    return value;
  });
  return Buffer.concat([head, Buffer.from([packets.length - 1]), ...written, ...packets]);
}
