import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createEventFeed } from '#server/postgres/event-feed.ts';
import { openDatabase } from '#server/postgres/database.ts';
import { migrate } from '#server/postgres/migrate.ts';
import { emit } from '#server/postgres/outbox.ts';
import { useDataFolder } from './embedded-fixture.ts';

const folder = useDataFolder();

const rooms = Array.from({ length: 20 }, (_, index) => `room ${index}`);

test('transactions whose numbers gain a digit are heard once each and in their order', async () => {
  // A cluster of its own: its first transactions have three digits.
  const { connectionString } = await folder.start();
  await migrate(connectionString);
  const db = openDatabase(connectionString, { maxConnections: 4, onError: () => undefined });
  const heard: string[] = [];
  const feed = createEventFeed(db, { on: () => () => undefined }, (error) => expect.fail(error.message));
  // Not when the test has finished: the folder's cluster ends before that, under whatever the feed reads.
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => db.destroy());
  cleanUp.defer(() => feed.stop());
  const tell = (room: string) =>
    db.transaction().execute((trx) => emit(trx, { room, name: 'alerts_changed', body: { waiting: 0 } }));
  await feed.start(({ room }) => heard.push(room));

  // All of them are read together: what is older than an open transaction is not told.
  await db.transaction().execute(async (open) => {
    await emit(open, { room: 'before', name: 'alerts_changed', body: { waiting: 0 } });
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(open);
    expect(rows[0]?.id).toHaveLength(3);
    await sql`do $$ begin
      while pg_snapshot_xmax(pg_current_snapshot()) < '1000'::xid8 loop perform pg_current_xact_id(); commit; end loop;
    end $$`.execute(db);
    for (const room of rooms) await tell(room);
  });
  await tell('after');
  await expect.poll(() => heard.at(-1)).toBe('after');
  await tell('last');
  await expect.poll(() => heard.at(-1)).toBe('last');
  expect(heard).toEqual(['before', ...rooms, 'after', 'last']);
});

test('what a long transaction holds back is asked for ever more rarely, and told soon after its end', async () => {
  const { connectionString } = await folder.start();
  await migrate(connectionString);
  const db = openDatabase(connectionString, { maxConnections: 4, onError: () => undefined });
  const heard: string[] = [];
  let reads = 0;
  const changes = { hinted: () => {}, beginRead: () => ((reads += 1), () => {}) };
  const hints = { on: () => () => undefined };
  const feed = createEventFeed(db, hints, (error) => expect.fail(error.message), changes);
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => db.destroy());
  cleanUp.defer(() => feed.stop());
  await feed.start(({ room }) => heard.push(room));
  let later = 0;
  await db.transaction().execute(async (open) => {
    await sql`select pg_current_xact_id()`.execute(open);
    await db
      .transaction()
      .execute((trx) => emit(trx, { room: 'held', name: 'alerts_changed', body: { waiting: 0 } }));
    await sql`select pg_sleep(2)`.execute(open);
    const before = reads;
    await sql`select pg_sleep(1)`.execute(open);
    later = reads - before;
    expect(heard).toEqual([]);
  });
  // One every 100 ms; without pauses that grow there are hundreds.
  expect(later).toBeLessThan(30);
  await expect.poll(() => heard).toEqual(['held']);
});
