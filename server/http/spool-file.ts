import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const pieceBytes = 64 * 1024;

/** Bytes on the disk under no name: whatever happens to this process, nothing of them stays. */
export interface SpoolFile {
  /** Bytes written so far. */
  size(): number;
  append(chunk: Uint8Array): Promise<void>;
  /** All of it, in a buffer of its own. */
  read(): Promise<Uint8Array>;
  /** The same piece by piece. */
  pieces(): AsyncIterable<Uint8Array>;
  /** Gives the room back. Repeating it does nothing. */
  discard(): Promise<void>;
}

/** Opens a file for this user alone and takes its name away at once. */
export async function openSpoolFile(folder: string): Promise<SpoolFile> {
  const path = join(folder, `incoming-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  let isOpen = true;
  let size = 0;
  return {
    size: () => size,
    async append(chunk) {
      let offset = 0;
      while (offset < chunk.length) {
        const { bytesWritten } = await file.write(chunk, offset, chunk.length - offset, size);
        offset += bytesWritten;
        size += bytesWritten;
      }
    },
    read: () => readAt(file, 0, size),
    async *pieces() {
      for (let start = 0; start < size; start += pieceBytes) {
        yield await readAt(file, start, Math.min(pieceBytes, size - start));
      }
    },
    async discard() {
      if (!isOpen) return;
      isOpen = false;
      await file.close();
    },
  };
}

async function readAt(file: FileHandle, start: number, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  while (offset < size) {
    const { bytesRead } = await file.read(bytes, offset, size - offset, start + offset);
    if (bytesRead === 0) throw new Error('A file without a name is as long as what was written to it.');
    offset += bytesRead;
  }
  return bytes;
}
