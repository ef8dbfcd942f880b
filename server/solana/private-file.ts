import { randomUUID } from 'node:crypto';
import { link, mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a file that only its owner reads (mode 0600, new folders 0700), whole and on disk when this returns.
 *
 * False when the file exists already, also when another process created it at this very moment: an existing file is
 * never replaced, because it may hold the only key to money.
 */
export async function createPrivateFile(path: string, text: string): Promise<boolean> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.new`;
  await writeDurably(draft, text);
  try {
    // A link, unlike a rename, fails when the name is taken.
    await link(draft, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await unlink(draft);
  }
  await withFile(await open(folder, 'r'), (file) => file.sync());
  return true;
}

/**
 * Reads a file that only its owner may read; null when there is none.
 *
 * Throws an `Error` with a sentence for the operator when others could read it.
 */
export async function readPrivateFile(path: string): Promise<string | null> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  return withFile(file, async () => {
    const mode = (await file.stat()).mode & 0o777;
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

async function writeDurably(path: string, text: string): Promise<void> {
  await withFile(await open(path, 'wx', 0o600), async (file) => {
    await file.writeFile(text);
    await file.sync();
  });
}

async function withFile<T>(file: FileHandle, work: (file: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
