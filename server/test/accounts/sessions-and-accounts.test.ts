import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '#server/postgres/connection/database.ts';
import { keepProcessRow } from '#server/postgres/operator/process-row.ts';
import { createStreamerStore } from '#server/postgres/accounts/streamer-store.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 2, onError: () => {} });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

async function register(username: string, now: Date): Promise<void> {
  const streamers = createStreamerStore(db, { now: () => now });
  const user = await streamers.nextKeyUser();
  const account = {
    username,
    passwordHash: 'none',
    walletAddress: `wallet-${user}`,
    keyPath: { user, epoch: 0, index: 0 },
    donationCode: `code-${user}`,
    widgetCode: randomBytes(11).toString('hex'),
    timeZone: 'UTC',
  };
  await streamers.create(account, {
    session: { tokenHash: hash(username), device: null },
    recoveryCodeHash: hash(username),
    nameHash: hash(username),
  });
}

async function count(table: 'users' | 'sessions' | 'audit' | 'key_counters'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}

test.each(['sessions', 'audit'] as const)(
  'a registration whose row in %s cannot be written leaves no account, so the name is free again',
  async (table) => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
      db,
    );
    await sql`create trigger refuse before insert on ${sql.table(table)} execute function refuse()`.execute(
      db,
    );
    await expect(register('alone', new Date())).rejects.toThrow('refused');
    await sql`drop function refuse() cascade`.execute(db);
    for (const each of ['users', 'key_counters', 'sessions', 'audit'] as const)
      expect(await count(each)).toBe(0);
  },
);

test('a registration under an epoch that the books have left since a restore stores nothing', async () => {
  await db
    .insertInto('installation')
    .values({ genesis_hash: '', seed_fingerprint: '', key_epoch: 1 })
    .execute();
  await expect(register('alone', new Date())).rejects.toMatchObject({ code: 'unavailable' });
  expect(await count('users')).toBe(0);
  await db.deleteFrom('installation').execute();
});

test('a registration is one account, one session and one line in the audit log', async () => {
  await register('alone', new Date());
  for (const each of ['users', 'key_counters', 'sessions', 'audit'] as const)
    expect(await count(each)).toBe(1);
});

test('what no server has read aloud in time is forgotten', async () => {
  await sql`
    insert into speeches (alert_id, user_id, text, language, volume, asked_at)
    select gen_random_uuid(), users.id, ago || ' s ago', 'en', 100, now() - ago * interval '1 second'
    from users, unnest(array[1, 16]) ago`.execute(db);
  const row = await keepProcessRow(db, '3b1f6a60-3c0e-4a5e-9b53-0c5d3f1d2a12', {
    isAlone: false,
    onError: (error) => expect.unreachable(String(error)),
  });
  await row.stop();
  const { rows } = await sql`select text from speeches`.execute(db);
  expect(rows).toEqual([{ text: '1 s ago' }]);
});

test('sessions that are past their end are deleted, and no others', async () => {
  const days = 86_400_000;
  await register('long-ago', new Date(Date.now() - 31 * days));
  await register('lately', new Date(Date.now() - 29 * days));
  const row = await keepProcessRow(db, '3b1f6a60-3c0e-4a5e-9b53-0c5d3f1d2a11', {
    isAlone: true,
    onError: (error) => expect.unreachable(String(error)),
  });
  await row.stop();
  const { rows } = await sql<{ username: string }>`
    select username from sessions join users on users.id = user_id order by username`.execute(db);
  expect(rows.map(({ username }) => username)).toEqual(['alone', 'lately']);
});
