import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Client, ClientConfig } from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { BackupFileError, readBackup, type BackupHeader, type BackupRecord } from './backup-file.ts';
import { listSequences, listTables } from './backup-tables.ts';
import { withClient } from '#server/postgres/connection/with-client.ts';
import {
  readMigrations,
  type Migration,
  withinTransaction,
} from '#server/postgres/migrate/migration-files.ts';
import { migrationLock } from '#server/postgres/migrate/migrate.ts';

/** What is in a back-up, as found by reading all of it. */
export interface BackupContents {
  header: BackupHeader;
  tables: { table: string; rows: number }[];
  /** All rows as text, uncompressed. */
  bytes: number;
}

/**
 * Reads a back-up to its end and checks every byte of it; changes nothing.
 * Throws `BackupFileError` when it is damaged, or when a newer version of Brava made it.
 */
export async function verifyBackup(path: string): Promise<BackupContents> {
  let header: BackupHeader | undefined;
  const tables: BackupContents['tables'] = [];
  let bytes = 0;
  for await (const record of readBackup(path)) {
    if (record.kind === 'header') header = record.header;
    if (record.kind === 'table') tables.push({ table: record.start.table, rows: 0 });
    if (record.kind === 'piece') bytes += record.bytes.length;
    const last = tables.at(-1);
    if (record.kind === 'end' && last !== undefined) last.rows = record.rows;
  }
  if (header?.format !== 'brava-backup') throw new BackupFileError(`${path} is no back-up of Brava.`);
  await migrationsOf(header, path);
  return { header, tables, bytes };
}

const connection = (connectionString: string): ClientConfig => ({
  connectionString,
  application_name: 'brava-restore',
});

type RunningCopy = { stream: CopyStreamQuery; done: Promise<void> };

/** Streamers and donations that a database holds; zero also where the tables are missing. */
export async function countContents(connectionString: string): Promise<{ users: number; donations: number }> {
  return await withClient(connection(connectionString), async (client) => {
    const { rows: tables } = await client.query(`select 1 where to_regclass('donations') is not null`);
    if (tables.length === 0) return { users: 0, donations: 0 };
    const { rows } = await client.query<{ users: number; donations: number }>(
      'select (select count(*) from users)::int as users, (select count(*) from donations)::int as donations',
    );
    return rows[0] ?? { users: 0, donations: 0 };
  });
}

/**
 * Puts the contents of a back-up in the place of everything that the database's schema holds, under a new key epoch,
 * in one transaction: whatever fails, and whenever, leaves the database as it was. The schema is then the one of the
 * back-up: run `migrate` afterwards. The installation stays marked until `noteSearched`: what came after the back-up is
 * still to be looked for. `andThen` is done in the same transaction. The caller keeps servers away and has verified the file.
 */
export async function importBackup(
  connectionString: string,
  path: string,
  {
    keyEpoch,
    onProgress = () => {},
    andThen,
  }: {
    keyEpoch: number;
    onProgress?: (bytes: number) => void;
    andThen?: (client: Client) => Promise<void>;
  },
): Promise<void> {
  await withClient(connection(connectionString), async (client) => {
    await client.query('set statement_timeout = 0');
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await dropEverything(client);
    const { madeAt } = await loadRecords(client, path, onProgress);
    await client.query(
      `update installation set key_epoch = $1, unsearched_since = least(unsearched_since, $2),
       unsearched_from = case when unsearched_since is null then key_epoch else unsearched_from end,
       past_epochs = array_append(past_epochs, key_epoch)`,
      [keyEpoch, madeAt],
    );
    // No server of that time lives on this database.
    await client.query(`update processes set seen_at = least(seen_at, now() - interval '1 hour')`);
    await andThen?.(client);
    await client.query('commit');
  });
}

async function dropEverything(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  );
  for (const { name } of rows) await client.query(`drop table ${client.escapeIdentifier(name)} cascade`);
  for (const name of await listSequences(client)) {
    await client.query(`drop sequence if exists ${client.escapeIdentifier(name)} cascade`);
  }
}

async function loadRecords(
  client: Client,
  path: string,
  onProgress: (bytes: number) => void,
): Promise<BackupHeader> {
  let header: BackupHeader | undefined;
  let copy: RunningCopy | undefined;
  let bytes = 0;
  for await (const record of readBackup(path)) {
    switch (record.kind) {
      case 'header':
        header = record.header;
        await createSchema(client, await migrationsOf(header, path));
        break;
      case 'table':
        copy = await startCopy(client, record.start);
        break;
      case 'piece':
        // Where a row was refused before, nothing drains any more; the end tells why.
        if (copy?.stream.write(record.bytes) === false)
          await (copy.stream.destroyed ? copy.done : once(copy.stream, 'drain'));
        bytes += record.bytes.length;
        onProgress(bytes);
        break;
      case 'end':
        copy?.stream.end();
        await copy?.done;
        if (copy?.stream.rowCount !== record.rows) {
          throw new BackupFileError(`${path} holds another number of rows than it says.`);
        }
        break;
      case 'sequences':
        await setSequences(client, record.sequences);
        break;
    }
  }
  if (header === undefined) throw new BackupFileError(`${path} is no back-up of Brava.`);
  return header;
}

async function startCopy(
  client: Client,
  { table, columns }: Extract<BackupRecord, { kind: 'table' }>['start'],
): Promise<RunningCopy> {
  // The file names the table: it must be one that its schema has just made.
  const known = (await listTables(client)).find((each) => each.table === table);
  if (known === undefined || columns.some((column) => !known.columns.includes(column))) {
    throw new BackupFileError(`The back-up holds a table "${table}" that its own schema does not have.`);
  }
  const names = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const stream = client.query(copyFrom(`copy ${client.escapeIdentifier(table)} (${names}) from stdin`));
  const done = finished(stream);
  // Of itself the stream goes on with what waits, on a connection that it has no more, and the reason is lost.
  stream.on('error', () => stream.destroy());
  // Rows may be refused while the next piece is being read; whoever waits for the end hears of it.
  done.catch(() => undefined);
  return { stream, done };
}

async function createSchema(client: Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(`create table schema_migrations (
    number integer primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`);
  for (const migration of migrations) {
    const { number, name, sha256 } = migration;
    await client.query(withinTransaction(migration));
    await client.query('insert into schema_migrations (number, name, sha256) values ($1, $2, $3)', [
      number,
      name,
      sha256,
    ]);
  }
  // Rows of an older version are marked in this same transaction: they cannot wait for the step that brings the columns.
  await client.query(`alter table installation add column if not exists unsearched_since timestamptz,
    add column if not exists past_epochs integer[] not null default '{}',
    add column if not exists unsearched_from integer`);
}

async function setSequences(
  client: Client,
  sequences: Extract<BackupRecord, { kind: 'sequences' }>['sequences'],
): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [
      client.escapeIdentifier(name),
      lastValue,
      isCalled,
    ]);
  }
}

/** The migrations that the back-up's rows went through. This version must know them all, unchanged. */
async function migrationsOf(header: BackupHeader, path: string): Promise<Migration[]> {
  const ours = await readMigrations();
  return header.migrations.map(({ number, sha256 }) => {
    const migration = ours[number - 1];
    if (migration?.sha256 === sha256) return migration;
    throw new BackupFileError(
      `${path} was made by another version of Brava (migration ${number} differs). Restore it with the version that made it, or a newer one.`,
    );
  });
}
