import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { migrate, migrationLock } from '#server/postgres/migrate/migrate.ts';
import { readMigrations, withinTransaction } from '#server/postgres/migrate/migration-files.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { query } from '#server/test/database-address.ts';

let folder: string;
let database: TestDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brava-migrations-'));
  database = await createTestDatabase();
  await query(database.connectionString, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await write('001-coins.sql', 'CREATE TABLE coins (id integer); INSERT INTO coins VALUES (1)');
  await write('002-more.sql', 'INSERT INTO coins VALUES (2)');
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

function write(name: string, sql: string): Promise<void> {
  return writeFile(join(folder, name), sql);
}

async function coins(): Promise<unknown[]> {
  const rows = await query(database.connectionString, 'SELECT id FROM coins ORDER BY id');
  return rows.map(({ id }) => id);
}

test('six that migrate at once apply every file exactly once', async () => {
  await write('003-slow.sql', 'INSERT INTO coins SELECT 3 FROM pg_sleep(0.05)');
  await Promise.all(Array.from({ length: 6 }, () => migrate(database.connectionString, { folder })));
  expect(await coins()).toEqual([1, 2, 3]);
});

test('a user who may not make tables is told what the database needs', async () => {
  await query(database.connectionString, 'REVOKE CREATE ON SCHEMA public FROM current_user');
  await expect(migrate(database.connectionString, { folder })).rejects.toMatchObject({
    code: 'not_allowed',
    message: expect.stringMatching(
      /DATABASE_URL may not make Brava's tables \(.*schema public\).*ALTER DATABASE … OWNER TO …/,
    ),
  });
});

test('a later start applies only what is new', async () => {
  await migrate(database.connectionString, { folder });
  await write('003-third.sql', 'INSERT INTO coins VALUES (3)');
  await migrate(database.connectionString, { folder });
  expect(await coins()).toEqual([1, 2, 3]);
});

test('an upgrade says from where to where it goes and each step that is through, a first start and an idle one nothing', async () => {
  const said: string[] = [];
  const start = () =>
    migrate(database.connectionString, { folder, onStep: (words) => void said.push(words) });
  await start();
  await start();
  expect(said).toEqual([]);
  await write('003-third.sql', 'INSERT INTO coins VALUES (3)');
  await write('004-fourth.sql', 'INSERT INTO coins SELECT 1 / 0');
  await expect(start()).rejects.toMatchObject({ code: 'migration_failed' });
  expect(said).toEqual([
    expect.stringContaining('Bringing the database from 002 to 004.'),
    'The migration 003 is through.',
  ]);
});

test('a file that was edited after it was applied is refused, and nothing newer is applied', async () => {
  await migrate(database.connectionString, { folder });
  await write('001-coins.sql', 'CREATE TABLE coins (id bigint)');
  await write('003-third.sql', 'INSERT INTO coins VALUES (3)');
  await expect(migrate(database.connectionString, { folder })).rejects.toMatchObject({
    code: 'migration_edited',
    message: expect.stringContaining('001-coins.sql'),
  });
  expect(await coins()).toEqual([1, 2]);
});

test('line ends of another system are no edit', async () => {
  await write('003-lines.sql', 'INSERT INTO coins\nVALUES (3)');
  await migrate(database.connectionString, { folder });
  await write('003-lines.sql', 'INSERT INTO coins\r\nVALUES (3)');
  await expect(migrate(database.connectionString, { folder })).resolves.toBeUndefined();
});

test('a database that a newer version migrated is refused', async () => {
  await migrate(database.connectionString, { folder });
  await rm(join(folder, '002-more.sql'));
  await expect(migrate(database.connectionString, { folder })).rejects.toMatchObject({
    code: 'database_newer',
    message: expect.stringContaining('002-more.sql'),
  });
});

test('a newer step that servers of this version survive is no reason to refuse, one that only later ones survive is', async () => {
  await write('003-wider.sql', '-- survived by: 001\nALTER TABLE coins ADD COLUMN label text');
  await migrate(database.connectionString, { folder });
  await rm(join(folder, '003-wider.sql'));
  await migrate(database.connectionString, { folder });
  await rm(join(folder, '002-more.sql'));
  await expect(migrate(database.connectionString, { folder })).rejects.toMatchObject({
    code: 'database_newer',
    message: expect.stringContaining('002-more.sql'),
  });
  await write('002-more.sql', 'INSERT INTO coins VALUES (2)');
  await write('003-wider.sql', '-- survived by: 001\nALTER TABLE coins ADD COLUMN label text');
  await write('004-narrower.sql', '-- survived by: 003\nALTER TABLE coins ADD UNIQUE (id)');
  await migrate(database.connectionString, { folder });
  await rm(join(folder, '004-narrower.sql'));
  await expect(migrate(database.connectionString, { folder })).resolves.toBeUndefined();
  await rm(join(folder, '003-wider.sql'));
  await expect(migrate(database.connectionString, { folder })).rejects.toMatchObject({
    code: 'database_newer',
    message: expect.stringContaining('004-narrower.sql'),
  });
});

test('the history of an older version, which did not know what survives a step, is gone on with', async () => {
  await migrate(database.connectionString, { folder });
  await query(database.connectionString, 'ALTER TABLE schema_migrations DROP COLUMN survived_by');
  await migrate(database.connectionString, { folder });
  await write('003-third.sql', 'INSERT INTO coins VALUES (3)');
  await migrate(database.connectionString, { folder });
  expect(await coins()).toEqual([1, 2, 3]);
});

test.each(['003-a.sql', '001-repeated.sql', '2-more.sql', '002-More.sql'])(
  'a gap, a repeated number or a name out of order is refused: %s',
  async (name) => {
    await rename(join(folder, '002-more.sql'), join(folder, name));
    await expect(migrate(database.connectionString, { folder })).rejects.toMatchObject({
      code: 'migration_numbering',
      message: expect.stringContaining(name),
    });
    await expect(coins()).rejects.toThrow(/does not exist/);
  },
);

test('a file that fails leaves nothing of itself and keeps what came before', async () => {
  await write('003-broken.sql', 'INSERT INTO coins VALUES (3); INSERT INTO nowhere VALUES (1)');
  await expect(migrate(database.connectionString, { folder })).rejects.toMatchObject({
    code: 'migration_failed',
    message: expect.stringMatching(/003-broken\.sql.*nowhere/),
  });
  expect(await coins()).toEqual([1, 2]);
  await write('003-broken.sql', 'INSERT INTO coins VALUES (3)');
  await migrate(database.connectionString, { folder });
  expect(await coins()).toEqual([1, 2, 3]);
});

test('a file that ends its own transaction is refused', async () => {
  await write('003-commits.sql', 'INSERT INTO coins VALUES (3); COMMIT');
  await expect(migrate(database.connectionString, { folder })).rejects.toMatchObject({
    code: 'migration_failed',
    message: expect.stringContaining('003-commits.sql'),
  });
});

const building = `-- outside a transaction
-- survived by: 002
-- Found by their labels.
create index concurrently if not exists coins_by_id on coins (id);
`;

async function indexes(): Promise<unknown[]> {
  return await query(
    database.connectionString,
    `SELECT relname AS name, indisvalid AS "isWhole" FROM pg_index JOIN pg_class c ON c.oid = indexrelid
     WHERE indrelid = 'coins'::regclass`,
  );
}

async function isBuilding(): Promise<boolean> {
  const rows = await query(
    database.connectionString,
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'virtualxid'`,
  );
  return rows.length > 0;
}

/** A transaction that has written into `coins` and does not end before it is told to. */
async function openWriter(): Promise<{ commit(): Promise<void> }> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('BEGIN; INSERT INTO coins VALUES (3)');
  return {
    async commit() {
      await client.query('COMMIT');
      await client.end();
    },
  };
}

test('an index outside a transaction is built while others write and read what was applied', async () => {
  await migrate(database.connectionString, { folder });
  await write('003-by-id.sql', building);
  const writer = await openWriter();
  const migrating = migrate(database.connectionString, { folder });
  await vi.waitUntil(isBuilding, 10_000);
  // Whoever waited here would wait for the index.
  await query(database.connectionString, `SET lock_timeout = '1s'; INSERT INTO coins VALUES (4)`);
  await query(database.connectionString, `SET lock_timeout = '1s'; SELECT number FROM schema_migrations`);
  await writer.commit();
  await migrating;
  expect(await indexes()).toEqual([{ name: 'coins_by_id', isWhole: true }]);
  expect(await coins()).toEqual([1, 2, 3, 4]);
  await rm(join(folder, '003-by-id.sql'));
  // Servers of the version before survive it.
  await migrate(database.connectionString, { folder });
});

test('an index whose building was interrupted is built again at the next start, once by all', async () => {
  await migrate(database.connectionString, { folder });
  await write('003-by-id.sql', building);
  const writer = await openWriter();
  const interrupted = migrate(database.connectionString, { folder }).catch((error: unknown) => error);
  await vi.waitUntil(isBuilding, 10_000);
  await query(
    database.connectionString,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event = 'virtualxid'`,
  );
  expect(await interrupted).toMatchObject({
    code: 'migration_failed',
    message: expect.stringContaining('003-by-id.sql'),
  });
  expect(await indexes()).toEqual([{ name: 'coins_by_id', isWhole: false }]);
  await writer.commit();
  const options = { folder, onWait: () => undefined };
  await Promise.all(Array.from({ length: 3 }, () => migrate(database.connectionString, options)));
  expect(await indexes()).toEqual([{ name: 'coins_by_id', isWhole: true }]);
});

test('a back-up that waits for an index, which waits for it, goes first', async () => {
  await migrate(database.connectionString, { folder });
  await write('003-by-id.sql', building);
  const writer = await openWriter();
  const migrating = migrate(database.connectionString, {
    folder,
    lockTimeoutMs: 100,
    onWait: () => undefined,
  });
  await vi.waitUntil(isBuilding, 10_000);
  const backup = query(database.connectionString, `SELECT pg_advisory_lock_shared(${migrationLock})`);
  await vi.waitUntil(isBackupQueued, 10_000);
  await writer.commit();
  await backup;
  await migrating;
  expect(await indexes()).toEqual([{ name: 'coins_by_id', isWhole: true }]);
});

async function isBackupQueued(): Promise<boolean> {
  const rows = await query(
    database.connectionString,
    `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND mode = 'ShareLock'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.length > 0;
}

test.each([
  'create index coins_by_id on coins (id)',
  'create index concurrently coins_by_id on coins (id)',
  'create index concurrently if not exists a on coins (id); create index concurrently if not exists b on coins (id)',
  'drop index concurrently a',
])('nothing else goes outside a transaction: %s', async (sql) => {
  await write('003-other.sql', `-- outside a transaction\n${sql};`);
  await expect(migrate(database.connectionString, { folder })).rejects.toMatchObject({
    code: 'migration_failed',
    message: expect.stringContaining('003-other.sql'),
  });
  await expect(coins()).rejects.toThrow(/does not exist/);
});

test('a restore builds the same index within its transaction', async () => {
  await write('003-by-id.sql', building);
  const [, , step] = await readMigrations(folder);
  await migrate(database.connectionString, { folder });
  const [before] = await indexes();
  await query(
    database.connectionString,
    `DROP INDEX coins_by_id; BEGIN; ${step && withinTransaction(step)} COMMIT`,
  );
  expect(await indexes()).toEqual([before]);
});

/** A transaction that has read `coins` and does not end before it is told to. */
async function openReader(): Promise<{ end(): Promise<void> }> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT id FROM coins');
  return { end: () => client.end() };
}

test('a migration behind a long reader blocks nobody for long, says that it waits, and is applied once', async () => {
  await migrate(database.connectionString, { folder });
  await write('003-label.sql', 'INSERT INTO coins VALUES (3); ALTER TABLE coins ADD COLUMN label text');
  const reader = await openReader();
  const waits: string[] = [];
  const onWait = (line: string) => void waits.push(line);
  const migrating = migrate(database.connectionString, { folder, lockTimeoutMs: 100, onWait });
  await vi.waitUntil(async () => waits.length > 0 || (await isQueued()), 5000);
  expect(await coins()).toEqual([1, 2]);
  await vi.waitUntil(() => waits.length > 1, 5000);
  expect(waits[0]).toMatch(/migration 003 waits/);
  expect(await coins()).toEqual([1, 2]);
  await reader.end();
  await migrating;
  expect(await coins()).toEqual([1, 2, 3]);
});

async function isQueued(): Promise<boolean> {
  const rows = await query(
    database.connectionString,
    `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'coins'::regclass`,
  );
  return rows.length > 0;
}
