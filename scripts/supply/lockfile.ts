import { readFile } from 'node:fs/promises';

/** One package of the lockfile, by its place in node_modules. */
export interface LockedPackage {
  place: string;
  name: string;
  version: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
}

/** What package.json says of the supply. */
export interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

/** Reads package.json. */
export async function readManifest(root: URL): Promise<Manifest> {
  return JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as Manifest;
}

/**
 * Every package that may be installed, ours left out. Throws where the lockfile has another form than npm 7 and later write.
 */
export async function readLockfile(root: URL): Promise<LockedPackage[]> {
  const lock = JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8')) as {
    lockfileVersion: number;
    packages: Record<string, Omit<LockedPackage, 'place' | 'name'>>;
  };
  if (lock.lockfileVersion !== 3) throw new Error('package-lock.json is not of version 3.');
  return Object.entries(lock.packages)
    .filter(([place]) => place !== '')
    .map(([place, entry]) => ({ ...entry, place, name: place.replace(/^.*node_modules\//, '') }));
}
