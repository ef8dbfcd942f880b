import { access, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const debianFolder = '/usr/lib/postgresql';

/**
 * Path of a tool of PostgreSQL that the npm package lacks (`pgbench`, `pg_test_fsync`): on the PATH, or where Debian keeps
 * it. Null where there is none; `npm run bench` installs them where it may.
 */
export async function findPostgresTool(name: string): Promise<string | null> {
  const onPath = (process.env['PATH'] ?? '').split(delimiter);
  for (const folder of [...onPath, ...(await debianFolders())]) {
    const path = join(folder, name);
    if (await exists(path)) return path;
  }
  return null;
}

/** The newest major first. */
async function debianFolders(): Promise<string[]> {
  const majors = (await exists(debianFolder)) ? await readdir(debianFolder) : [];
  return majors.toSorted((a, b) => Number(b) - Number(a)).map((major) => join(debianFolder, major, 'bin'));
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
