/** Where the content of the box at this path begins; each step searches inside the one before. */
export function findBox(file: Buffer, path: string): { start: number; end: number } {
  let range = { start: 0, end: file.length };
  for (const step of path.split('/')) {
    const at = file.indexOf(step, range.start, 'latin1');
    if (at < 4 || at >= range.end) throw new Error(`There is no box ${path} in this file.`);
    range = { start: at + 4, end: at - 4 + file.readUInt32BE(at - 4) };
  }
  return range;
}

/** A copy of the file with this change made to the content of one box. */
export function changeBox(file: Buffer, path: string, change: (content: Buffer) => void): Buffer {
  const copy = Buffer.from(file);
  const { start, end } = findBox(copy, path);
  change(copy.subarray(start, end));
  return copy;
}

/** A box of this name with this content. */
export function makeBox(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Puts bytes at the end of a box and of all around it; the file keeps `moov` behind the sound. */
export function growBox(file: Buffer, path: string, more: Buffer): Buffer {
  const steps = path.split('/');
  const { end } = findBox(file, path);
  const copy = Buffer.concat([file.subarray(0, end), more, file.subarray(end)]);
  steps.forEach((_, index) => {
    const { start } = findBox(file, steps.slice(0, index + 1).join('/'));
    copy.writeUInt32BE(copy.readUInt32BE(start - 8) + more.length, start - 8);
  });
  return copy;
}
