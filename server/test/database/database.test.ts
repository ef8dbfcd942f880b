import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '#server/postgres/connection/database.ts';
import { sendAhead } from '#server/postgres/connection/run-together.ts';
import { createTestDatabase, findClusterFolder } from '#server/test/database.ts';
import { query } from '#server/test/database-address.ts';
import { openSlowDatabase } from '#server/test/slow-database.ts';
import { until } from '#server/test/test-client.ts';

test('a test database has the schema and shares nothing with another', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query(one.connectionString, 'CREATE TABLE only_here (id integer)');
  const tables = `SELECT to_regclass('only_here') IS NOT NULL AS found`;
  expect(await query(one.connectionString, tables)).toEqual([{ found: true }]);
  expect(await query(two.connectionString, tables)).toEqual([{ found: false }]);
  const migrated = await query(
    two.connectionString,
    'SELECT count(*) > 0 AS migrated FROM schema_migrations',
  );
  expect(migrated).toEqual([{ migrated: true }]);
  await Promise.all([one.drop(), two.drop()]);
  await expect(query(one.connectionString, 'SELECT 1')).rejects.toThrow(/does not exist/);
});

test('a database is dropped once somebody whom we may not cut has left it, as autovacuum does', async ({
  skip,
}) => {
  skip(!(await findClusterFolder()), 'another server than our own: its superuser is not known');
  const database = await createTestDatabase();
  const superuser = new Client({
    connectionString: database.connectionString.replace('//brava@', '//postgres@'),
  });
  await superuser.connect();
  const dropped = database.drop();
  await delay(300);
  expect(await query(database.connectionString, 'SELECT 1 AS here')).toEqual([{ here: 1 }]);
  await superuser.end();
  await dropped;
  await expect(query(database.connectionString, 'SELECT 1')).rejects.toThrow(/does not exist/);
});

test('a query that gets no connection in time fails as if the database were away', async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.connectionString, { maxConnections: 1, onError: () => {} });
  const { promise: kept, resolve: release } = Promise.withResolvers<void>();
  const busy = db.connection().execute(() => kept);
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ code: '08001' });
  release();
  await busy;
  await db.destroy();
  await database.drop();
});

/** Whoever is first tells of it: we, as of a connection that failed, or PostgreSQL. */
const tookTooLong = { code: expect.stringMatching(/^(?:08006|57014)$/) as string };

test('a query that takes too long fails as if the connection had, also within a transaction', async () => {
  const database = await createTestDatabase();
  const options = { maxConnections: 1, patienceMs: 1000, onError: () => {} };
  const db = openDatabase(database.connectionString, options);
  const long = sql`select pg_sleep(5)`;
  const works = () => until(() => sql`select 1`.execute(db));
  await expect(long.execute(db)).rejects.toMatchObject(tookTooLong);
  await works();
  const inTransaction = db.transaction().execute((trx) => long.execute(trx));
  await expect(inTransaction).rejects.toMatchObject(tookTooLong);
  await works();
  await db.destroy();
  await database.drop();
});

test('what waited too long for a lock is not stored once the lock is free', async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.connectionString, {
    maxConnections: 2,
    patienceMs: 1000,
    onError: () => {},
  });
  const holder = new Client({ connectionString: database.connectionString });
  await holder.connect();
  await holder.query(`insert into processes (id) values ('${randomUUID()}')`);
  const seenAt = async () => (await query(database.connectionString, 'select seen_at from processes'))[0];
  const before = await seenAt();
  await holder.query('begin; select from processes for update');
  const update = sql`update processes set seen_at = 'infinity'`.execute(db);
  await expect(update).rejects.toMatchObject(tookTooLong);
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await until(async () => expect(await query(database.connectionString, waiting)).toEqual([]));
  await holder.query('commit');
  expect(await seenAt()).toEqual(before);
  await holder.end();
  await db.destroy();
  await database.drop();
});

test('a query whose connection ends without a word fails with a code as well', async () => {
  const database = await createTestDatabase();
  const way = await openSlowDatabase(database.connectionString);
  const db = openDatabase(way.connectionString, { maxConnections: 1, onError: () => {} });
  const cut = sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error);
  const running = `select 1 from pg_stat_activity where datname = current_database() and query like '%(60)'`;
  await until(async () => expect(await query(database.connectionString, running)).toHaveLength(1));
  await way.close();
  expect(await cut).toMatchObject({ code: '08006' });
  await db.destroy();
  await database.drop();
});

test('a transaction begins with its first statement, fails with it, and leaves nothing on its connection', async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.connectionString, { maxConnections: 1, onError: () => {} });
  const isInTransaction = sql<{ yes: boolean }>`select pg_current_xact_id_if_assigned() is not null as yes`;
  const write = sql`select pg_current_xact_id()`;
  await expect(db.transaction().execute((trx) => sql`select 1 / 0`.execute(trx))).rejects.toThrow(/division/);
  await db.transaction().execute(async (trx) => {
    await write.execute(trx);
    expect((await isInTransaction.execute(trx)).rows).toEqual([{ yes: true }]);
  });
  await write.execute(db);
  expect((await isInTransaction.execute(db)).rows).toEqual([{ yes: false }]);
  await db.destroy();
  await database.drop();
});

test('what a transaction sent ahead is there for what follows, and where it fails nothing is stored', async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.connectionString, { maxConnections: 1, onError: () => {} });
  const id = randomUUID();
  const insert = sql`insert into processes (id) values (${id})`;
  const stored = sql<{ id: string }>`select id from processes where id = ${id}`;
  const failing = sql`select 1 / 0`;
  const atTheCommit = db.transaction().execute(async (trx) => {
    await sendAhead(trx, [insert.compile(trx), failing.compile(trx)]);
  });
  await expect(atTheCommit).rejects.toThrow(/division/);
  const atTheNext = db.transaction().execute(async (trx) => {
    await sendAhead(trx, [insert.compile(trx), failing.compile(trx)]);
    await expect(stored.execute(trx)).rejects.toThrow(/division/);
    throw new Error('told by the next');
  });
  await expect(atTheNext).rejects.toThrow('told by the next');
  expect((await stored.execute(db)).rows).toEqual([]);
  await db.transaction().execute(async (trx) => {
    await sendAhead(trx, [insert.compile(trx)]);
    expect((await stored.execute(trx)).rows).toEqual([{ id }]);
  });
  expect((await stored.execute(db)).rows).toEqual([{ id }]);
  await db.destroy();
  await database.drop();
});

test('a transaction whose beginning is lost with the connection runs nothing outside of one', async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.connectionString, { maxConnections: 1, onError: () => {} });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const ended = query(database.connectionString, `select pg_terminate_backend(${rows[0]?.pid})`);
  const insert = sql`insert into processes (id) values (${randomUUID()})`;
  const failing = db.transaction().execute(async (trx) => {
    await ended;
    await insert.execute(trx);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow(/connection/i);
  expect((await sql`select from processes`.execute(db)).rows).toEqual([]);
  await db.destroy();
  await database.drop();
});

test('statements that come often are prepared, also many at a time, and outlive a column that a newer version adds', async () => {
  // Files share their process, and those before this one may have used up what may be prepared.
  vi.resetModules();
  const fresh = await import('#server/postgres/connection/database.ts');
  const database = await createTestDatabase();
  const db = fresh.openDatabase(database.connectionString, { maxConnections: 2, onError: () => {} });
  const read = async (): Promise<void> => {
    const all = Array.from({ length: 60 }, () => [
      db.selectFrom('processes').select('id').where('id', '=', randomUUID()).execute(),
      db.selectFrom('processes').selectAll().where('id', '=', randomUUID()).execute(),
    ]);
    await Promise.all(all.flat());
  };
  await db.transaction().execute(async (trx) => {
    const statement = sql`select ${1}::int`.compile(trx);
    await Promise.all(Array.from({ length: 120 }, () => trx.executeQuery(statement)));
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      trx,
    );
    expect(rows).toEqual([{ statement: 'select $1::int' }]);
  });
  await read();
  await query(database.connectionString, 'alter table processes add column only_newer int');
  await read();
  await db.destroy();
  await database.drop();
});
