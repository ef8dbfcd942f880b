import { statfs } from 'node:fs/promises';
import { BackupFailure } from '#server/app/backups/backup-ports.ts';

/** A back-up never takes the last room of a disk: where the database lies beside it, that would stop the database. */
export const usualReserveBytes = 500e6;

const lookEveryBytes = 16e6;

/** Passes bytes on, and throws `no_room` while the disk of the folder has less than the reserve left. */
export async function* keepRoom(
  content: AsyncIterable<Buffer>,
  folder: string,
  reserveBytes: number,
): AsyncGenerator<Buffer> {
  await assertRoom(folder, reserveBytes);
  let unseen = 0;
  for await (const bytes of content) {
    unseen += bytes.length;
    if (unseen > lookEveryBytes) {
      await assertRoom(folder, reserveBytes);
      unseen = 0;
    }
    yield bytes;
  }
}

/** Throws `no_room` unless the disk of the folder has so many bytes free, with what they are for. */
export async function assertRoom(folder: string, bytes: number, why = 'must stay free'): Promise<void> {
  const disk = await statfs(folder);
  const free = disk.bavail * disk.bsize;
  if (free >= bytes) return;
  throw new BackupFailure(
    'no_room',
    `The disk of ${folder} has ${Math.floor(free / 1e6)} MB left; ${Math.ceil(bytes / 1e6)} MB ${why}.`,
  );
}
