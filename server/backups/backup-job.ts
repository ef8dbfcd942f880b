import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupFailure } from '#server/app/backups/backup-ports.ts';
import { makeFolder } from '#server/app/make-folder.ts';
import { BackupFileError, type BackupRecord, encodeRecords } from '#server/postgres/backups/backup-file.ts';
import { findDifferences } from '#server/postgres/backups/check-backup.ts';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';
import { exportRecords } from '#server/postgres/backups/export-backup.ts';
import { type BackupContents, verifyBackup } from '#server/postgres/backups/import-backup.ts';
import type { BackupStorage } from './backup-place.ts';
import { assertRoom } from './keep-room.ts';

/** Indexes, and what PostgreSQL writes before it writes. */
const roomPerByte = 3;
/** What a PostgreSQL without rows takes. */
const emptyBytes = 64e6;

/** Writes the whole database, compressed, under that name. */
export async function writeBackup(
  connectionString: string,
  storage: BackupStorage,
  name: string,
): Promise<{ bytes: number; rows: number }> {
  let rows = 0;
  const records = exportRecords(connectionString, (progress) => (rows = progress.rows));
  const packed = new PassThrough();
  // Whoever reads hears what goes wrong: `pipeline` destroys the last stream with the error.
  const packing = pipeline(
    Readable.from(encodeRecords(fromDatabase(records)), { objectMode: true }),
    createGzip(),
    packed,
  ).catch((error: unknown) => error);
  try {
    return { bytes: await storage.write(name, packed), rows };
  } finally {
    packed.destroy();
    await packing;
  }
}

/** What the database refuses is told apart from what the place refuses. */
async function* fromDatabase(records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
  try {
    yield* records;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new BackupFailure('database_away', `The database could not be read to its end: ${why}`, { cause });
  }
}

/** Where a check works, and what must stay free there. */
export interface CheckRoom {
  scratch: string;
  reserveBytes: number;
  /** Hears of the database that was started, so that it can be ended from outside. */
  onStarted?: (postgres: EmbeddedPostgres) => void;
  /** Breaks the check off: its database is ended, and the folder removed as ever. */
  signal?: AbortSignal;
}

/** Proves a back-up of a place, as `checkFile` does. Throws also what the place throws. */
export async function checkBackup(
  storage: Pick<BackupStorage, 'take'>,
  name: string,
  room: CheckRoom,
): Promise<void> {
  const taken = await storage.take(name, room.scratch);
  try {
    await checkFile(taken.path, room);
  } finally {
    await taken.release();
  }
}

/**
 * Proves a back-up by restoring it, into a PostgreSQL of its own that nothing else uses and that is removed afterwards
 * (docs/decisions/042).
 * Throws `BackupFailure`: `damaged`, `differs`, `no_room`.
 */
export async function checkFile(
  path: string,
  { scratch, reserveBytes, onStarted, signal }: CheckRoom,
): Promise<BackupContents> {
  const dataDir = join(scratch, 'postgres');
  let isOurs = false;
  try {
    const contents = await verifyBackup(path);
    signal?.throwIfAborted();
    const around = dirname(scratch);
    await makeFolder(around);
    await assertRoom(
      around,
      reserveBytes + emptyBytes + contents.bytes * roomPerByte,
      'must be free to restore it',
    );
    isOurs = true;
    const postgres = await startEmbeddedPostgres({ dataDir, ...(signal && { signal }) });
    onStarted?.(postgres);
    const stop = (): void => void postgres.stop();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      signal?.throwIfAborted();
      const differences = await findDifferences(postgres.connectionString, path, contents);
      if (differences.length > 0) throw new BackupFailure('differs', `${differences.join('; ')}.`);
      return contents;
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    isOurs &&= !(error instanceof DatabaseSetupError && error.code === 'folder_in_use');
    if (!(error instanceof BackupFileError) && !isMissing(error)) throw error;
    throw new BackupFailure('damaged', error.message, { cause: error });
  } finally {
    if (isOurs) await rm(scratch, { recursive: true, force: true });
  }
}

function isMissing(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
