import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { keepProcessRow } from '#server/postgres/operator/process-row.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = open();
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

function open(patienceMs?: number): Database {
  return openDatabase(database.connectionString, {
    maxConnections: 2,
    onError: () => {},
    ...(patienceMs !== undefined && { patienceMs }),
  });
}

/** Events as many as told, all of them older than anybody wants to hear, and two that are not. */
async function plantEvents(count: number): Promise<void> {
  await sql`truncate events`.execute(db);
  await sql`
    insert into events (room, name, body, at)
    select 'room', 'old', '{}'::jsonb, now() - interval '90 minutes' + n * interval '1 ms' from generate_series(1, ${count}::int) n
    union all select 'room', 'new', '{}', now() - interval '59 minutes' from generate_series(1, 2)`.execute(
    db,
  );
}

async function left(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from events limit 10`.execute(db);
  return rows.map(({ name }) => name);
}

const start = (
  on: Database,
  onError: (error: Error) => void = (error) => expect.unreachable(error.message),
) => keepProcessRow(on, randomUUID(), { isAlone: false, onError });

test('events that would take longer to delete than a statement may are deleted by servers that start together', async () => {
  await plantEvents(400_000);
  const impatient = open(300);
  const rows = await Promise.all([1, 2].map(() => start(impatient, () => {})));
  await expect.poll(left, { timeout: 20_000 }).toEqual(['new', 'new']);
  for (const row of rows) await row.stop();
  await impatient.destroy();
}, 40_000);

test('a server starts while its first tidying waits', async () => {
  await plantEvents(10);
  let started: Awaited<ReturnType<typeof start>> | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`lock table events in access exclusive mode`.execute(trx);
    started = await start(db);
  });
  await started?.stop();
  expect(await left()).toEqual(['new', 'new']);
});

test('a first tidying that fails is reported, does not end the start, and is tried again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await plantEvents(10);
  await sql`create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
    db,
  );
  await sql`create or replace trigger refuse before delete on events execute function refuse()`.execute(db);
  const onError = vi.fn<(error: Error) => void>();
  const row = await start(db, onError);
  await vi.waitFor(() => expect(onError.mock.calls).toMatchObject([[{ message: 'refused' }]]), 10_000);
  await sql`drop function refuse() cascade`.execute(db);
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(async () => expect(await left()).toEqual(['new', 'new']), 10_000);
  await row.stop();
  expect(onError).toHaveBeenCalledTimes(1);
});

test('a server that stops ends its tidying after the part under way', async () => {
  await plantEvents(20_000);
  const row = await start(db);
  await row.stop();
  expect((await left()).length).toBeGreaterThan(2);
});
