import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those on the way to it, for their owner alone, where they are missing. Returns the first that was made.
 *
 * Not by Node's own `recursive`: that one never ends where a file system answers to have no room for folders with ENOENT, as
 * `/proc` does. Rejects as `mkdir` does.
 */
export async function makeFolder(path: string): Promise<string | undefined> {
  const around = dirname(path);
  try {
    return await makeOne(path);
  } catch (error) {
    if (!isMissing(error) || around === path) throw error;
    // Where that is there by now somebody else has just made it.
    const first = (await isFolder(around)) ? undefined : await makeFolder(around);
    const own = await makeOne(path);
    return first ?? own;
  }
}

/** Undefined where it is there. */
async function makeOne(path: string): Promise<string | undefined> {
  try {
    await mkdir(path, { mode: 0o700 });
    return path;
  } catch (error) {
    if (await isFolder(path)) return undefined;
    throw error;
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
