import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from 'pg';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';
import { withClient } from '#server/postgres/connection/with-client.ts';
import { socketConnectionString } from './socket-folder.ts';

/**
 * PostgreSQL is starting or ending, or ended or crashed while it was asked; or its very first start has not made our role
 * and database yet, though it is said to be ready.
 */
const comesOrGoes = new Set(['57P03', '57P01', '57P02', '28000', '3D000']);

/**
 * The address of the database that a server is running on this data folder, without touching its lock; null when
 * none takes connections. A socket that is only left over answers nobody and counts as none. Throws
 * `no_connection` when PostgreSQL runs and refuses.
 */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const note = await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => null);
  const lines = note?.split('\n') ?? [];
  const socketFolder = lines[4]?.trim();
  const isReady = lines[7]?.trim() === 'ready';
  if (!isReady || socketFolder === undefined || socketFolder === '') return null;
  const connectionString = socketConnectionString(socketFolder, 'brava', 'brava');
  try {
    // That it connects is the answer.
    await withClient({ connectionString, connectionTimeoutMillis: 5000 }, async () => {});
    return connectionString;
  } catch (error) {
    // Whoever asks starts a database then, and that one says what is wrong.
    if (!(error instanceof DatabaseError) || comesOrGoes.has(error.code ?? '')) return null;
    throw new DatabaseSetupError(
      'no_connection',
      `PostgreSQL runs on ${dataDir}, but takes no connection: ${error.message}.`,
      { cause: error },
    );
  }
}
