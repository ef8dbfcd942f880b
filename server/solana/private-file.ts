import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { explainFileFault } from '#server/app/explain-file-fault.ts';
import { makeFolder } from '#server/app/make-folder.ts';

/**
 * Creates a file that only its owner reads (mode 0600, new folders 0700), whole and on disk when this returns.
 *
 * False when the file exists already, also when another process created it at this very moment: an existing file is
 * never replaced, because it may hold the only key to money. Throws an `Error` with a sentence for the operator where
 * the file system refuses, and leaves nothing behind.
 */
export async function createPrivateFile(path: string, text: string): Promise<boolean> {
  return await explainingWrites(path, async () => {
    const draft = await writeDraft(path, text);
    try {
      // A link, unlike a rename, fails when the name is taken.
      await link(draft, path);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await unlink(draft);
    }
    await syncFolder(dirname(path));
    return true;
  });
}

/**
 * Puts a new text in the place of a file that only its owner reads, or creates it. Whoever reads it at any moment,
 * also after a power cut, gets the old text or the new one, whole. Throws like `createPrivateFile`.
 */
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  await explainingWrites(path, async () => {
    const draft = await writeDraft(path, text);
    try {
      await rename(draft, path);
    } catch (error) {
      await unlink(draft);
      throw error;
    }
    await syncFolder(dirname(path));
  });
}

/**
 * Reads a file that only its owner may read; null when there is none.
 *
 * Throws an `Error` with a sentence for the operator when others could read it, or when it cannot be read at all.
 */
export async function readPrivateFile(path: string): Promise<string | null> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    if (!hasCode(error, 'EACCES')) throw explainFileFault(`${path} cannot be read`, error);
    throw new Error(
      `${path} cannot be read by this user. Run as the user whose file it is, or give it to this one.`,
      { cause: error },
    );
  }
  return withFile(file, async () => {
    const stat = await file.stat();
    if (!stat.isFile())
      throw new Error(`${path} is no file. Move it away, or name another one with SEED_FILE.`);
    const mode = stat.mode & 0o777;
    if ((mode & 0o077) !== 0) {
      throw new Error(
        `${path} can be read by other users of this machine (mode ${mode.toString(8)}). Run: chmod 600 "${path}"`,
      );
    }
    return file.readFile('utf8');
  });
}

/** Whether an error of the file system has this code. */
function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function syncFolder(folder: string): Promise<void> {
  await withFile(await open(folder, 'r'), (file) => file.sync());
}

/** Writes a file of another name beside `path`, and gives its name; leaves none behind where that fails. */
async function writeDraft(path: string, text: string): Promise<string> {
  await makeFolder(dirname(path));
  const draft = `${path}.${randomUUID()}.new`;
  try {
    await withFile(await open(draft, 'wx', 0o600), async (file) => {
      await file.writeFile(text);
      await file.sync();
    });
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return draft;
}

async function explainingWrites<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainFileFault(`${path} cannot be written`, error);
  }
}

async function withFile<T>(file: FileHandle, work: (file: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
