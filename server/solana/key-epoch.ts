import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrivateFile } from './private-file.ts';
import { hardenedLimit } from './slip10.ts';

/**
 * Takes the next epoch of a seed: 0, 1, 2, … A new database that meets an existing seed takes one, so that its
 * counters, which start again at 0, never lead to a path that was in use before.
 *
 * The epochs taken stand beside the seed as one empty file each in `<seedFile>.epochs/`: two servers that start at
 * once take different ones, and nothing ever lowers the mark. Call it once per database, and store the result there.
 */
export async function nextEpoch(seedFile: string): Promise<number> {
  for (;;) {
    const epoch = (await readEpoch(seedFile)) + 1;
    if (await createPrivateFile(markOf(seedFile, epoch), '')) return epoch;
  }
}

/** The highest epoch of a seed that was ever taken; −1 when none was. */
export async function readEpoch(seedFile: string): Promise<number> {
  const taken = await readdir(folderOf(seedFile)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Math.max(-1, ...taken.filter((name) => /^\d+$/.test(name)).map(Number));
}

/** Notes that an epoch is taken: a restored or recovered database says which. Repeating it changes nothing. */
export async function raiseEpoch(seedFile: string, epoch: number): Promise<void> {
  if (!Number.isInteger(epoch) || epoch < 0 || epoch >= hardenedLimit) {
    throw new RangeError(`${epoch} is no epoch of a key path`);
  }
  await createPrivateFile(markOf(seedFile, epoch), '');
}

function folderOf(seedFile: string): string {
  return `${seedFile}.epochs`;
}

function markOf(seedFile: string, epoch: number): string {
  return join(folderOf(seedFile), String(epoch));
}
