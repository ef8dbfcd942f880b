import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventFeed } from '#server/app/ports.ts';
import { createEventFeed } from '#server/postgres/connection/event-feed.ts';
import { type Database, openDatabase, type Trx } from '#server/postgres/connection/database.ts';
import { migrate } from '#server/postgres/migrate/migrate.ts';
import { readPostmasterPid } from '#server/postgres/embedded/postmaster-pid.ts';
import { type AnyEvent, emitEach } from '#server/postgres/connection/outbox.ts';
import { useDataFolder } from './embedded-fixture.ts';

const folder = useDataFolder();

let db: Database;
/** The feed's own, with one connection: who holds that, holds the reading. */
let feedDb: Database;
let feed: EventFeed;
let heard: string[];
let cleanUp: AsyncDisposableStack;

beforeEach(async () => {
  const { connectionString } = await folder.start();
  await migrate(connectionString);
  db = openDatabase(connectionString, { maxConnections: 4, onError: () => undefined });
  feedDb = openDatabase(connectionString, { maxConnections: 1, onError: () => undefined });
  // Before the folder's cluster ends under whatever the feed reads.
  cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => db.destroy());
  cleanUp.defer(() => feedDb.destroy());
  heard = [];
  const hints = { on: () => () => undefined };
  feed = createEventFeed(feedDb, hints, (error) => expect.fail(error.message));
  cleanUp.defer(() => feed.stop());
  await feed.start(({ room }) => heard.push(room));
});

afterEach(() => cleanUp.disposeAsync());

const emitIn = (trx: Trx, rooms: readonly string[]) =>
  emitEach(
    trx,
    rooms.map((room): AnyEvent => ({ room, name: 'alerts_changed', body: { waiting: 0 } })),
  );

const tell = (...rooms: string[]) => db.transaction().execute((trx) => emitIn(trx, rooms));

const many = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index}`);

test('what commits late is heard too, everything once, and an open transaction holds nothing back', async () => {
  // A cluster of its own: its first transactions have three digits.
  const rooms = many('room', 20);
  await db.transaction().execute(async (open) => {
    await emitIn(open, ['late']);
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(open);
    expect(rows[0]?.id).toHaveLength(3);
    await sql`do $$ begin
      while pg_snapshot_xmax(pg_current_snapshot()) < '1000'::xid8 loop perform pg_current_xact_id(); commit; end loop;
    end $$`.execute(db);
    for (const room of rooms) await tell(room);
    await expect.poll(() => heard).toEqual(rooms);
  });
  await expect.poll(() => heard).toEqual([...rooms, 'late']);
  await tell('last');
  await expect.poll(() => heard).toEqual([...rooms, 'late', 'last']);
});

test('what was written after something else was committed is heard after all of it, whichever began first', async () => {
  const first = many('first', 1200);
  await feedDb.connection().execute(() =>
    db.transaction().execute(async (began) => {
      await sql`select pg_current_xact_id()`.execute(began);
      await tell(...first);
      await emitIn(began, ['then']);
    }),
  );
  await expect.poll(() => heard.at(-1)).toBe('then');
  expect(heard).toEqual([...first, 'then']);
});

test('a reading that does not come to its end is overdue, until one does', async () => {
  await expect.poll(() => feed.lagMs()).toBe(0);
  await feedDb.connection().execute(() => expect.poll(() => feed.lagMs()).toBeGreaterThan(0));
  await expect.poll(() => feed.lagMs()).toBe(0);
});

test('after a crash of PostgreSQL, which gives numbers of transactions again, everything is heard', async () => {
  await feed.stop();
  const again = createEventFeed(feedDb, { on: () => () => undefined }, () => undefined);
  cleanUp.defer(() => again.stop());
  await again.start(({ room }) => heard.push(room));
  const walWriter = await findWalWriter();
  // What is committed without waiting for the disk is lost, as it may be within 200 ms.
  process.kill(walWriter, 'SIGSTOP');
  await feedDb.connection().execute(async () => {
    await tell('before');
    for (let count = 0; count < 9; count += 1)
      await sql`do $$ begin
        perform pg_current_xact_id(); set local synchronous_commit to off; delete from processes; end $$`.execute(
        db,
      );
  });
  await expect.poll(() => heard, { interval: 1 }).toEqual(['before']);
  process.kill(walWriter, 'SIGKILL');
  const rooms = many('after', 6);
  // A connection that broke may be found so only by whoever takes it.
  for (const room of rooms)
    await expect.poll(() => tell(room).then(() => 'told', String), { timeout: 20_000 }).toBe('told');
  await expect.poll(() => [...new Set(heard)], { timeout: 5000 }).toEqual(['before', ...rooms]);
});

async function findWalWriter(): Promise<number> {
  const postmaster = (await readPostmasterPid(folder.cluster))?.pid;
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  for (const pid of children.trim().split(' '))
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('walwriter')) return Number(pid);
  throw new Error('PostgreSQL has a process that writes its log.');
}
