import { createWriteStream } from 'node:fs';
import { access, constants, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isBackupName } from '#server/app/backups/backup-name.ts';
import { BackupFailure } from '#server/app/backups/backup-ports.ts';
import { explainFileFault } from '#server/app/explain-file-fault.ts';
import { makeFolder } from '#server/app/make-folder.ts';
import type { BackupStorage } from './backup-place.ts';
import { keepRoom } from './keep-room.ts';

const draft = /^\.(?<name>.+)\.part$/;

/**
 * Back-ups as files of a folder, for their owner alone: written aside, brought to the disk, and then given their name.
 *
 * A folder that the operator named is never made: on the mount point of a disk that is not mounted it would be one of the
 * disk that back-ups are to protect from. It is `place_away` while it is missing.
 */
export function openBackupFolder(
  { folder, mayCreate }: { folder: string; mayCreate: boolean },
  reserveBytes: number,
): BackupStorage {
  const meet = async (): Promise<void> => {
    if (mayCreate) await makeFolder(folder);
    else
      await access(folder).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ENOENT') throw cause;
        throw new BackupFailure(
          'place_away',
          `The folder ${folder} cannot be reached. Is its disk mounted? Brava makes no folder that BACKUP_DIR names.`,
          { cause },
        );
      });
  };
  /** As a folder, which a file in its place is not. */
  const assertWritable = async (): Promise<void> => {
    await meet();
    await access(`${folder}/.`, constants.W_OK | constants.X_OK);
  };
  const pathOf = (name: string): string => {
    if (!isBackupName(name)) throw new Error('Only names that we made reach the folder of back-ups.');
    return join(folder, name);
  };
  return {
    // The default one is made when the first back-up is.
    assertThere: () => (mayCreate ? Promise.resolve() : orFailure(folder, assertWritable)),
    list: () =>
      orFailure(folder, async () => {
        // Whoever only looks makes no folder.
        if (!mayCreate) await meet();
        const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
          if (mayCreate && error.code === 'ENOENT') return [];
          throw error;
        });
        const found = new Map<string, number>();
        for (const name of names.filter(isBackupName)) found.set(name, (await stat(join(folder, name))).size);
        return found;
      }),
    remove: (name) => orFailure(folder, () => rm(pathOf(name), { force: true })),
    removeDrafts: () =>
      orFailure(folder, async () => {
        await meet();
        for (const name of await readdir(folder))
          if (isBackupName(draft.exec(name)?.groups?.['name'] ?? '')) await rm(join(folder, name));
      }),
    write: (name, content) =>
      orFailure(folder, async () => {
        const path = pathOf(name);
        await meet();
        const part = join(folder, `.${name}.part`);
        try {
          const target = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
          await pipeline(keepRoom(content, folder, reserveBytes), target);
          await rename(part, path);
        } finally {
          await rm(part, { force: true });
        }
        // A rename is only kept over a power cut once the folder itself is on the disk.
        const itself = await open(folder);
        try {
          await itself.sync();
        } finally {
          await itself.close();
        }
        return (await stat(path)).size;
      }),
    take: (name) => Promise.resolve({ path: pathOf(name), release: () => Promise.resolve() }),
  };
}

const noRoom = new Set(['ENOSPC', 'EDQUOT']);

async function orFailure<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error) || !('syscall' in cause)) throw cause;
    const isFull = 'code' in cause && noRoom.has(String(cause.code));
    const { message } = explainFileFault(`The folder of back-ups ${folder} cannot be used`, cause) as Error;
    throw new BackupFailure(isFull ? 'no_room' : 'place_away', message, { cause });
  }
}
