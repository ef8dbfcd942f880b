import { mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Another process holds the folder. */
export class FolderInUse extends Error {}

/** There is no such folder, and none can be made there. */
export class NoFolder extends Error {}

/** A file on the way there, or a link that leads nowhere. */
const noFolders: ReadonlySet<unknown> = new Set(['ENOTDIR', 'EEXIST', 'ENOENT']);

/**
 * Opens the sandbox's database for this process alone.
 *
 * Every commit is fsynced to the write-ahead log. The exclusive lock is the kernel's and goes with the
 * process, however that ends. Throws FolderInUse while another process has it, and NoFolder where none
 * can be made; without a folder the database lives in memory.
 */
export function openDatabase(folder: string | undefined): DatabaseSync {
  if (folder === undefined) return new DatabaseSync(':memory:');
  makeFolder(folder);
  const db = new DatabaseSync(join(folder, 'chain.sqlite'));
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    db.exec('PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = FULL');
    db.exec('BEGIN EXCLUSIVE; COMMIT');
    return db;
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new FolderInUse(
      `Another sandbox is already running on the folder ${folder}. Stop it, or use it (SANDBOX_URL). One that hangs ` +
        'ends by "kill -9" and its number, which "pgrep -f sandbox/main" tells; its chain loses nothing by that.',
      { cause: error },
    );
  }
}

function makeFolder(folder: string): void {
  try {
    makeMissing(resolve(folder));
  } catch (cause) {
    if (!noFolders.has((cause as NodeJS.ErrnoException).code)) throw cause;
    throw new NoFolder(
      `${folder} is no folder, or leads to a disk that is not mounted. Mount it, or choose another one with DATA_DIR.`,
      { cause },
    );
  }
}

/** Not by Node's own `recursive`, which never ends where a file system makes no folders and says ENOENT, as `/proc` does. */
function makeMissing(folder: string): void {
  if (isFolder(folder)) return;
  const around = dirname(folder);
  if (around !== folder) makeMissing(around);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it at this moment.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
