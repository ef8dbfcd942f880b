import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupHeader, BackupRecord } from './backup-file.ts';
import { sumBooks } from './sum-books.ts';
import { listSequences, listTables } from './backup-tables.ts';
import { migrationLock } from '#server/postgres/migrate/migrate.ts';
import { createClient } from '#server/postgres/connection/with-client.ts';

/**
 * A snapshot from before a migration reads a table that the migration rewrote as empty: the lock comes first, and a
 * transaction's snapshot is as old as its first query. So the session holds it, from one transaction into the next; as
 * one message, so that a transaction pooler does not part the two. However the connection ends, the lock ends with it.
 */
const beginSnapshot = `
  begin;
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  select pg_advisory_lock_shared(${migrationLock});
  commit;
  begin isolation level repeatable read read only;
  set local timezone = 'UTC';
  set local datestyle = 'ISO';
  set local statement_timeout = 0`;

/** How far an export is. */
export interface ExportProgress {
  table: string;
  rows: number;
  bytes: number;
}

/**
 * Reads everything that a back-up holds, as it was at one moment, beside running servers: one read-only transaction.
 * Waits for a migration that is running, and migrations wait until the end of it. Holds a piece of a table in memory at
 * a time. Throws when the database was never started by a server.
 */
export async function* exportRecords(
  connectionString: string,
  onProgress: (progress: ExportProgress) => void = () => {},
): AsyncGenerator<BackupRecord> {
  const client = createClient({ connectionString, application_name: 'brava-backup' });
  try {
    await client.connect();
    await client.query(beginSnapshot);
    yield { kind: 'header', header: await readHeader(client) };
    const progress = { table: '', rows: 0, bytes: 0 };
    for (const start of await listTables(client)) {
      progress.table = start.table;
      yield { kind: 'table', start };
      const columns = start.columns.map((column) => client.escapeIdentifier(column)).join(', ');
      const stream = client.query(
        copyTo(`copy ${client.escapeIdentifier(start.table)} (${columns}) to stdout`),
      );
      for await (const bytes of stream as AsyncIterable<Buffer>) {
        progress.bytes += bytes.length;
        onProgress(progress);
        yield { kind: 'piece', bytes };
      }
      progress.rows += stream.rowCount;
      yield { kind: 'end', rows: stream.rowCount };
    }
    onProgress(progress);
    yield { kind: 'sequences', sequences: await readSequences(client) };
    await client.query(`select pg_advisory_unlock_shared(${migrationLock}); commit`);
  } finally {
    await client.end();
  }
}

async function readHeader(client: Client): Promise<BackupHeader> {
  const { rows: tables } = await client.query(`select 1 where to_regclass('installation') is not null`);
  const { rows } = tables.length === 0 ? { rows: [] } : await client.query('select * from installation');
  const installation = rows[0] as
    | { genesis_hash: string; seed_fingerprint: string; key_epoch: number }
    | undefined;
  if (installation === undefined) {
    throw new Error('There is nothing to back up: no server has ever started on this database.');
  }
  const { rows: migrations } = await client.query<{ number: number; sha256: string }>(
    'select number, sha256 from schema_migrations order by number',
  );
  return {
    format: 'brava-backup',
    formatVersion: 1,
    madeAt: new Date().toISOString(),
    migrations,
    genesisHash: installation.genesis_hash,
    seedFingerprint: installation.seed_fingerprint,
    keyEpoch: installation.key_epoch,
    books: await sumBooks(client),
  };
}

async function readSequences(client: Client) {
  const sequences: { name: string; lastValue: string; isCalled: boolean }[] = [];
  for (const name of await listSequences(client)) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${client.escapeIdentifier(name)}`,
    );
    if (rows[0] !== undefined) sequences.push({ name, ...rows[0] });
  }
  return sequences;
}
