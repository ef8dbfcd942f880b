import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/postgres/database.ts';
import { createTestDatabase } from './database.ts';
import { query } from './database-address.ts';

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
