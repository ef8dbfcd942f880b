import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#server/app/make-folder.ts';

/** Where a process keeps what is still arriving. */
export interface Spool {
  /** Of this process alone. */
  folder: string;
  /** Whose spools lie beside it: those of processes that share this place. */
  listOwners(): Promise<string[]>;
  remove(): Promise<void>;
}

/**
 * Makes a folder for what this process is working on, beside those of others that share the place, and removes what
 * belongs to none of the processes that are `known`: what killed ones left.
 */
export async function openSpool(
  place: string,
  processId: string,
  known: ReadonlySet<string>,
): Promise<Spool> {
  await makeFolder(place);
  for (const name of await readdir(place)) {
    if (!known.has(name)) await rm(join(place, name), { recursive: true, force: true });
  }
  const folder = join(place, processId);
  await makeFolder(folder);
  return {
    folder,
    listOwners: () => readdir(place),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
