import { createHash } from 'node:crypto';
import { chmod, lchown, lstat, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';
import type { RunAs } from './run-as.ts';

/** PostgreSQL derives the socket's file name from a port, though no port is opened. */
export const SOCKET_PORT = 5432;

const SOCKET_FILE = `.s.PGSQL.${SOCKET_PORT}`;

// sun_path holds 104 bytes on macOS and 108 on Linux, the closing zero included.
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Makes the private folder (0700) for the database's Unix socket, emptied of an earlier run's files.
 *
 * It lies in the data folder; if that path is too long for a socket, or its file system takes none (some
 * shared folders), under the system's temporary folder by a name that depends on the data folder only.
 * The caller must hold the data folder's lock and have stopped any postmaster.
 */
export async function makeSocketFolder(dataDir: string, owner: RunAs['owner']): Promise<string> {
  const name = `brava-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const failures: unknown[] = [];
  for (const folder of [join(dataDir, 'socket'), join(tmpdir(), name), join('/tmp', name)]) {
    try {
      await prepare(folder, owner);
      return folder;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new DatabaseSetupError(
    'start_failed',
    `No folder for the database's socket could be made, neither in ${dataDir} nor in ${tmpdir()}. ` +
      'Set TMPDIR to a folder that this user can write to.',
    { cause: new AggregateError(failures) },
  );
}

/** The address of one database on that socket. Says all that pg would otherwise take from PG… variables. */
export function socketConnectionString(folder: string, role: string, database: string): string {
  const socket = encodeURIComponent(folder);
  return `postgresql://${role}@/${database}?host=${socket}&port=${SOCKET_PORT}&sslmode=disable`;
}

async function prepare(folder: string, owner: RunAs['owner']): Promise<void> {
  const socket = join(folder, SOCKET_FILE);
  if (Buffer.byteLength(socket) > MAX_SOCKET_PATH_BYTES)
    throw new Error(`${socket} is too long for a socket`);
  await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
    const found = await lstat(folder).catch(() => undefined);
    // In a shared /tmp anybody can take the name first; then it is not ours to use.
    const ours = found?.isDirectory() && [process.geteuid?.(), owner.uid].includes(found.uid);
    if (!ours) throw error;
  });
  await chmod(folder, 0o700);
  await rm(socket, { force: true });
  await rm(`${socket}.lock`, { force: true });
  await bindOnce(socket);
  await lchown(folder, owner.uid, owner.gid);
}

async function bindOnce(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  // Closing also removes the socket's file.
  await new Promise((resolve) => server.close(resolve));
}
