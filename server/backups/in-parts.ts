/** Stores take 10,000 parts of one object: enough for 160 GB. All but the last must have 5 MB at least. */
const partBytes = 16 * 1024 * 1024;

/** Joins bytes to parts of 16 MB; the last one is what is left, and there is at least one. */
export async function* inParts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  let isFirst = true;
  for await (const piece of content) {
    pieces.push(piece);
    length += piece.length;
    if (length < partBytes) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    length = 0;
    isFirst = false;
  }
  if (length > 0 || isFirst) yield Buffer.concat(pieces);
}
