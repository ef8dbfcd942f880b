/** How a page, a script, a document or an archive gives itself away, in lower case. */
const marks = ['<!doctype', '<html', '<script', '<svg ', '<iframe', '<?php', '%pdf-'];
/** The end of a ZIP archive: its own mark, and that it is the first and only part. */
const endOfArchive = Buffer.from([0x50, 0x4b, 5, 6, 0, 0, 0, 0]);

/**
 * Whether something that is no sound hides anywhere in the file: such a file is played by one
 * program and run by another. By chance such letters stand in one clip of some hundred thousand.
 */
export function hasForeignContent(data: Buffer): boolean {
  if (data.includes(endOfArchive)) return true;
  for (const first of ['<', '%']) {
    const ofThis = marks.filter((mark) => mark.startsWith(first));
    for (let at = data.indexOf(first); at >= 0; at = data.indexOf(first, at + 1)) {
      const word = data.toString('latin1', at, at + 9).toLowerCase();
      if (ofThis.some((mark) => word.startsWith(mark))) return true;
    }
  }
  return false;
}
