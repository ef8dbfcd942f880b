import { open, opendir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isClipName } from '#server/app/donations/clip-name.ts';
import { makeFolder } from '#server/app/make-folder.ts';
import type { ClipContent, ClipFiles } from '#server/app/clip-ports.ts';

/** A file that is being written stands beside its later place. */
const unfinished = /^\.(?<name>.+)\.part$/;

/**
 * Clips as files of a folder, which is made: readable by this user alone, written aside and renamed, and on the disk
 * before `put` returns.
 */
export async function openClipFolder(folder: string): Promise<ClipFiles> {
  await makeFolder(folder);
  const pathsOf = (name: string): { path: string; part: string } => {
    if (!isClipName(name)) throw new Error('Only names that we made reach the folder of clips.');
    return { path: join(folder, name), part: join(folder, `.${name}.part`) };
  };
  return {
    async put(name, content) {
      const { path, part } = pathsOf(name);
      await writeThrough(part, content);
      await rename(part, path);
      await syncFolder(folder);
    },
    async read(name, { start, end }) {
      const { path } = pathsOf(name);
      const file = await open(path).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      });
      return file === null ? null : file.createReadStream({ start, end });
    },
    async remove(name) {
      const { path, part } = pathsOf(name);
      await rm(path, { force: true });
      await rm(part, { force: true });
    },
    async *list() {
      for await (const entry of await opendir(folder)) {
        const name = unfinished.exec(entry.name)?.groups?.['name'] ?? entry.name;
        if (isClipName(name)) yield name;
      }
    },
  };
}

async function writeThrough(path: string, content: ClipContent): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is only kept over a power cut once the folder itself is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const file = await open(folder);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
