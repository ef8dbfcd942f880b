import { link as makeLink, open, rename, unlink } from 'node:fs/promises';

/** How a file system says that it has no hard links: exFAT, some network shares. */
const linkless = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Gives a draft its name. Throws `EEXIST` where something has that name, and never replaces it. Where
 * there are no hard links an empty file holds the name first, and nothing has it when that fails; a process that is
 * killed in between leaves the empty file. The draft may still be there afterwards.
 */
export async function giveName(draft: string, file: string, link = makeLink): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (!isLinkless(error)) throw error;
    await replaceReserved(draft, file);
  }
}

async function replaceReserved(draft: string, file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close();
  try {
    await rename(draft, file);
  } catch (error) {
    await unlink(file);
    throw error;
  }
}

function isLinkless(error: unknown): boolean {
  return error instanceof Error && 'code' in error && linkless.has(String(error.code));
}
