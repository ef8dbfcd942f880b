import { createWriteStream } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeRecords, type BackupRecord } from '#server/postgres/backups/backup-file.ts';
import { exportRecords } from '#server/postgres/backups/export-backup.ts';
import { importBackup, verifyBackup } from '#server/postgres/backups/import-backup.ts';
import { ourMigrations, readMigrations } from '#server/postgres/migrate/migration-files.ts';
import { migrate, migrationLock } from '#server/postgres/migrate/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { query } from '#server/test/database-address.ts';

const rewriteUsers = `alter table users add column shouted text generated always as (upper(username)) stored`;
const heldLocks = `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
const streamers = 20;

let folder: string;
let rewrite: string;
let database: TestDatabase;
const waits: string[] = [];

beforeEach(async () => {
  waits.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'brava-upgrade-'));
  await cp(ourMigrations, folder, { recursive: true });
  rewrite = String((await readMigrations()).length + 1).padStart(3, '0');
  await writeFile(join(folder, `${rewrite}-rewrite.sql`), rewriteUsers);
  database = await createTestDatabase();
  await query(
    database.connectionString,
    `insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code)
     select 'user' || n, 'x', 'w' || n, n, 0, 'd' || n, 'e' || n from generate_series(1, ${streamers}) n;
     insert into installation (genesis_hash, seed_fingerprint, key_epoch) values ('g', 's', 0)`,
  );
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const upgrade = () =>
  migrate(database.connectionString, {
    folder,
    lockTimeoutMs: 100,
    onWait: (line) => void waits.push(line),
  });

/** Rows of `users` in what is left of an export. */
async function countUsers(records: AsyncIterable<BackupRecord>): Promise<number> {
  let table = '';
  let rows = 0;
  for await (const record of records) {
    if (record.kind === 'table') table = record.start.table;
    if (record.kind === 'end' && table === 'users') rows += record.rows;
  }
  return rows;
}

async function columns(): Promise<unknown[]> {
  const rows = await query(
    database.connectionString,
    `select attname from pg_attribute where attrelid = 'users'::regclass and attname = 'shouted'`,
  );
  return rows.map(({ attname }) => attname);
}

test('an upgrade that begins during a back-up waits for its end, and the back-up misses no row', async () => {
  const records = exportRecords(database.connectionString);
  await records.next();
  let isUpgraded = false;
  const upgrading = upgrade().then(() => (isUpgraded = true));
  await vi.waitUntil(() => isUpgraded || waits.length > 0, 5000);
  expect(await columns()).toEqual([]);
  expect(await countUsers(records)).toBe(streamers);
  await upgrading;
  expect(await columns()).toEqual(['shouted']);
  expect(waits[0]).toContain(`The migration ${rewrite} waits`);
});

test('a back-up that begins during an upgrade waits for its end, and misses no row', async () => {
  const upgrading = new Client({ connectionString: database.connectionString });
  await upgrading.connect();
  await upgrading.query('begin');
  await upgrading.query('select pg_advisory_xact_lock($1)', [migrationLock]);
  const counted = countUsers(exportRecords(database.connectionString));
  await vi.waitUntil(
    async () => (await query(database.connectionString, `${heldLocks} and not granted`)).length === 1,
    10_000,
  );
  await upgrading.query(rewriteUsers);
  await upgrading.query('commit');
  expect(await counted).toBe(streamers);
  await upgrading.end();
});

test.each([
  ['is finished', async (records: AsyncGenerator<BackupRecord>) => void (await countUsers(records))],
  ['is given up', async (records: AsyncGenerator<BackupRecord>) => void (await records.return(undefined))],
  [
    'fails',
    async (records: AsyncGenerator<BackupRecord>) => {
      await expect(records.throw(new Error('the disk is full'))).rejects.toThrow('the disk is full');
    },
  ],
])('a back-up that %s is in the way of no upgrade', async (_, end) => {
  const records = exportRecords(database.connectionString);
  await records.next();
  expect(await query(database.connectionString, heldLocks)).toHaveLength(1);
  await end(records);
  await vi.waitUntil(async () => (await query(database.connectionString, heldLocks)).length === 0, 10_000);
  await upgrade();
  expect(waits).toEqual([]);
});

test('back-ups keep neither each other nor the start of a server of the same version waiting', async () => {
  const all = [exportRecords(database.connectionString), exportRecords(database.connectionString)];
  for (const records of all) await records.next();
  await migrate(database.connectionString);
  for (const records of all) expect(await countUsers(records)).toBe(streamers);
});

test(
  'a back-up of an older version is marked in the moment in which it is restored, and stays so when it is upgraded',
  { timeout: 120_000 },
  async () => {
    const { connectionString } = database;
    const file = join(folder, 'older.backup');
    const files = await readMigrations();
    const step = files.findIndex(({ sql }) => sql.includes('unsearched_since'));
    for (const { name } of await readMigrations(folder))
      if (Number.parseInt(name, 10) > step) await rm(join(folder, name));
    await query(connectionString, 'drop schema public cascade; create schema public');
    await upgrade();
    await query(
      connectionString,
      `insert into installation (genesis_hash, seed_fingerprint, key_epoch) values ('g', 's', 0)`,
    );
    const readMark = () => query(connectionString, 'select unsearched_since from installation');
    const marks: unknown[] = [];
    // The second one is made of what a restore left that ended before the upgrade.
    for (const _ of [1, 2]) {
      const records = encodeRecords(exportRecords(connectionString));
      await pipeline(Readable.from(records), createGzip(), createWriteStream(file));
      await importBackup(connectionString, file, { keyEpoch: 1 });
      marks.push(...(await readMark()));
    }
    const { header } = await verifyBackup(file);
    expect(header.migrations).toHaveLength(step);
    await migrate(connectionString);
    marks.push(...(await readMark()));
    expect(marks[0]).toEqual({ unsearched_since: expect.any(Date) });
    expect(marks).toEqual([marks[0], marks[0], marks[0]]);
  },
);
