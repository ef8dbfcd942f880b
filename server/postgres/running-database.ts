import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { socketConnectionString } from './socket-folder.ts';

/**
 * The address of the database that a server is running on this data folder, without touching its lock; null when
 * none takes connections. A socket that is only left over answers nobody and counts as none.
 */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const note = await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').catch(() => null);
  const lines = note?.split('\n') ?? [];
  const socketFolder = lines[4]?.trim();
  const isReady = lines[7]?.trim() === 'ready';
  if (!isReady || socketFolder === undefined || socketFolder === '') return null;
  const connectionString = socketConnectionString(socketFolder, 'brava', 'brava');
  const client = new Client({ connectionString, connectionTimeoutMillis: 5000 });
  // Without a listener a lost connection ends Node; connecting rejects all the same.
  client.on('error', () => {});
  try {
    await client.connect();
    return connectionString;
  } catch {
    // Whoever asks starts a database then, and that one says what is wrong.
    return null;
  } finally {
    await client.end();
  }
}
