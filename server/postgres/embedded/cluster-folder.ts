import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  access,
  constants,
  lchown,
  lstat,
  open,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '#server/app/make-folder.ts';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';
import type { PgBinaries } from './pg-binaries.ts';
import type { RunAs } from './run-as.ts';

const run = promisify(execFile);
const HALF_MADE = 'cluster.new-';
/** What a new cluster takes (43), and its log soon after. */
const leastMegabytes = 64;

/**
 * Makes sure that the data folder exists, private to its owner, also after a power cut, and is ours to use.
 *
 * Returns its real path, so that one folder has one name.
 * Throws `no_folder`, `folder_not_ours` or `folder_not_writable`.
 */
export async function openDataFolder(path: string): Promise<string> {
  try {
    const firstMade = await makeFolder(path);
    if (firstMade !== undefined) await syncEntries(path, firstMade);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw await explainRefusal(path, error);
  }
  return realpath(path);
}

const refusals: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);
/** A file on the way there, or a link that leads nowhere. */
const noFolders: ReadonlySet<unknown> = new Set(['ENOTDIR', 'EEXIST', 'ENOENT']);

async function explainRefusal(path: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (noFolders.has(error.code))
    return new DatabaseSetupError(
      'no_folder',
      `${path} is no folder, or leads to a disk that is not mounted, or read-only. Mount it, or choose another one with DATA_DIR.`,
      { cause: error },
    );
  if (!refusals.has(error.code)) return error;
  const owner = await stat(path).then(
    ({ uid }) => uid,
    () => null,
  );
  const isOurs = owner === null || owner === process.geteuid?.() || error.code === 'EROFS';
  if (!isOurs) return notOurs(path, owner, error);
  return new DatabaseSetupError(
    'folder_not_writable',
    `The folder ${path} cannot be written to: its disk is read-only, or its permissions or those of the folder around it ` +
      'forbid it. Make it writable, or choose another one with DATA_DIR.',
    { cause: error },
  );
}

type Preparation = {
  binaries: PgBinaries;
  runAs: RunAs;
  log: (line: string) => void;
  signal: AbortSignal | undefined;
};

/**
 * Makes `dataDir/cluster` ready for these programs and this user; creates it on the first start.
 *
 * initdb works in a folder of a random name that is renamed once complete, so a kill at any moment leaves
 * either a whole cluster or none. An initdb that outlives its killed server only ever writes to its own
 * folder, which a later start removes. Returns the cluster's path.
 * Throws `version_differs`, `folder_not_ours` or, before anything is made, `no_space`.
 */
export async function prepareCluster(
  dataDir: string,
  { binaries, runAs, log, signal }: Preparation,
): Promise<string> {
  const cluster = join(dataDir, 'cluster');
  await removeHalfMade(dataDir);
  const version = await readVersion(cluster);
  if (version === undefined) {
    await checkRoom(dataDir);
    log(`Creating the database in ${dataDir}`);
    const halfMade = join(dataDir, `${HALF_MADE}${randomBytes(6).toString('hex')}`);
    await initdb(halfMade, { binaries, runAs, log, signal });
    await rename(halfMade, cluster);
    await syncFolder(dataDir);
    return cluster;
  }
  checkVersion(cluster, version, binaries.major);
  await takeOwnership(cluster, runAs.owner);
  return cluster;
}

/** On a disk that fills up meanwhile initdb says so in its own words, which are many. */
async function checkRoom(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  const megabytes = Math.floor((bavail * bsize) / 1e6);
  if (megabytes >= leastMegabytes) return;
  throw new DatabaseSetupError(
    'no_space',
    `The disk of ${dataDir} has ${megabytes} MB left, and a new database needs ${leastMegabytes}. Make room, or choose another folder with DATA_DIR.`,
  );
}

async function initdb(folder: string, { binaries, runAs, signal }: Preparation): Promise<void> {
  // A built-in locale sorts and lower-cases alike on every machine, whatever C library is there.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const auth = ['--username=postgres', '--auth-local=trust', '--auth-host=reject', '--no-instructions'];
  // Each piece of the log is filled with zeros when it is first needed, and all commits wait for that: 60 ms for the
  // usual 16 MB.
  const log = ['--wal-segsize=1'];
  const { file, args, options } = runAs.wrap(binaries.initdb, ['-D', folder, ...auth, ...locale, ...log]);
  try {
    await run(file, args, { ...options, ...(signal && { signal }) });
  } catch (cause) {
    signal?.throwIfAborted();
    const detail = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : '';
    const message = `PostgreSQL could not create its data folder ${folder}. ${detail}`.trim();
    throw new DatabaseSetupError('start_failed', message, { cause });
  }
}

async function readVersion(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function removeHalfMade(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    // An initdb that is still alive may add a file meanwhile; then the folder goes at the next start.
    if (name.startsWith(HALF_MADE))
      await rm(join(dataDir, name), { recursive: true, maxRetries: 3 }).catch(() => false);
  }
}

function checkVersion(cluster: string, found: string, expected: number): void {
  if (found === String(expected)) return;
  throw new DatabaseSetupError(
    'version_differs',
    `The data in ${cluster} was written by PostgreSQL ${found}; this version of Brava brings PostgreSQL ${expected}. ` +
      'Go back to the version of Brava that wrote it, make a backup there, and restore it with this one.',
  );
}

/** Gives the cluster to `owner`; as a normal user only checks. The folder itself comes last, as the mark of completion. */
async function takeOwnership(cluster: string, owner: RunAs['owner']): Promise<void> {
  const { uid } = await lstat(cluster);
  if (uid === owner.uid) return;
  if (process.geteuid?.() !== 0) throw notOurs(cluster, uid);
  await giveAway(cluster, await readdir(cluster, { recursive: true }), owner);
  await lchown(cluster, owner.uid, owner.gid);
}

/** As root: gives the named files of a folder to `owner`, who may want to start without root next time. */
export async function giveAway(folder: string, names: string[], owner: RunAs['owner']): Promise<void> {
  for (const name of names) await lchown(join(folder, name), owner.uid, owner.gid);
}

function notOurs(path: string, owner: number, cause?: unknown): DatabaseSetupError {
  const self = process.geteuid?.();
  return new DatabaseSetupError(
    'folder_not_ours',
    `The folder ${path} belongs to another user (id ${owner}), and this one (id ${self}) may not use it. ` +
      `Start Brava as that user, or give the folder away: chown -R ${self} ${path}`,
    { cause },
  );
}

/** Makes the entries of `path` and of its parents lasting, up to and with the entry of `first`. */
async function syncEntries(path: string, first: string): Promise<void> {
  await syncFolder(dirname(path));
  if (path.length > first.length) await syncEntries(dirname(path), first);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
