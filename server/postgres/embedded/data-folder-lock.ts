import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** Another process works on the data folder. */
export class DataFolderHeld extends DatabaseSetupError {
  /** Its process number; 'unknown' for an instant. */
  readonly holder: string;

  constructor(dataDir: string, holder: string) {
    super(
      'folder_in_use',
      `The data folder ${dataDir} is already in use by another server (process ${holder}). ` +
        `Stop that one, or choose another folder with DATA_DIR.`,
    );
    this.holder = holder;
  }
}

// An unreferenced DatabaseSync would be collected, and its lock with it.
const held = new Set<DatabaseSync>();

/**
 * Takes the data folder for this process until `release()` or the process's end.
 *
 * An exclusive SQLite transaction on an empty file is a POSIX file lock, which the kernel drops when its
 * holder dies in whatever way; Node has no such call of its own. Nothing else may open that file: closing
 * any descriptor of it would drop the lock. So the holder's pid stands in a file beside it.
 *
 * Throws `DataFolderHeld` while another process holds it, `no_space` when its disk is full.
 */
export async function lockDataFolder(dataDir: string): Promise<{ release(): void }> {
  const pidFile = join(dataDir, 'server.pid');
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    if (code === SQLITE_BUSY) throw await inUse(dataDir, pidFile);
    throw code === SQLITE_FULL ? noSpace(dataDir, error) : error;
  }
  held.add(lock);
  const release = (): void => {
    if (held.delete(lock)) lock.close();
  };
  try {
    await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    release();
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    throw isFull ? noSpace(dataDir, error) : error;
  }
  return { release };
}

function noSpace(dataDir: string, cause: unknown): DatabaseSetupError {
  return new DatabaseSetupError('no_space', `No space is left on the disk of ${dataDir}.`, { cause });
}

async function inUse(dataDir: string, pidFile: string): Promise<DataFolderHeld> {
  // Missing for an instant, between the holder's lock and its note.
  const pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim() || 'unknown';
  return new DataFolderHeld(dataDir, pid);
}
