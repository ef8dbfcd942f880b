import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/postgres/database.ts';
import { createWatchStore } from '#server/postgres/watch-store.ts';
import { query } from './database-address.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

let database: TestDatabase;
let db: Database;
let nowMs = Date.UTC(2026, 0, 1);
const clock = { now: () => new Date(nowMs) };

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 2, onError: () => undefined });
  await query(
    database.connectionString,
    `insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code)
     values ('streamer', '', 'wallet', 1, 0, 'a', 'b')`,
  );
});
beforeEach(() => query(database.connectionString, 'delete from watches; delete from processes'));
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function store() {
  const processId = randomUUID();
  await query(database.connectionString, `insert into processes (id) values ('${processId}')`);
  return createWatchStore(db, clock, processId);
}

let index = 0;

/** An address that is due now, of a donation that expires after so long; open unless that was a day ago. */
async function watch(expiresInMs: number): Promise<string> {
  index += 1;
  const expiresAt = new Date(nowMs + expiresInMs).toISOString();
  const [row] = await query(
    database.connectionString,
    `with made as (
       insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports,
                              created_at, expires_at)
       select id, 'donor', '', 'address-${index}', 1, 0, ${index}, 1, '2025-01-01', '${expiresAt}' from users
       returning id, address)
     insert into watches (donation_id, address, next_read_at, is_open)
     select id, address, '${clock.now().toISOString()}', ${expiresInMs > -24 * hour} from made returning donation_id`,
  );
  return String(row?.['donation_id']);
}

const idsOf = ({ watches }: { watches: { donationId: string }[] }): string[] =>
  watches.map(({ donationId }) => donationId);

test('an address that is being read is nobody else’s, and due again soon when its reader dies', async () => {
  const [open, old] = [await watch(10 * minute), await watch(-90 * 24 * hour)];
  const [one, other] = [await store(), await store()];
  expect(idsOf(await one.claimDue(10, true)).toSorted()).toEqual([open, old].toSorted());
  nowMs += second;
  const fresh = await watch(10 * minute);
  expect(idsOf(await other.claimDue(10, true))).toEqual([fresh]);
  nowMs += 15 * second;
  expect(idsOf(await other.claimDue(10, true)).toSorted()).toEqual([open, old, fresh].toSorted());
});

test('an address that was read is put off by its age, one that could not be read is due at once', async () => {
  const watches = await store();
  const dueAfter = async () => ((await watches.nextDueAt())?.getTime() ?? 0) - nowMs;
  const nextSpanMs = 5 * second - ((nowMs + second) % (5 * second)) + second;
  for (const [expiresInMs, afterMs] of [
    [10 * minute, 30 * second],
    [-hour, nextSpanMs],
    [-25 * hour, hour],
    [-90 * 24 * hour, 24 * hour],
  ] as const) {
    const id = await watch(expiresInMs);
    const { until } = await watches.claimDue(1, true);
    await watches.giveBack([id], until);
    expect(await dueAfter()).toBe(0);
    const again = await watches.claimDue(1, true);
    await watches.markRead([id], { until: again.until, isSubscriptionHealthy: true });
    expect(await dueAfter()).toBe(afterMs);
    await query(database.connectionString, 'delete from watches');
  }
});

test('with the socket down an address is read every five seconds, however long a reading takes', async () => {
  const watches = await store();
  const id = await watch(10 * minute);
  const claimedAtMs = nowMs;
  const { until } = await watches.claimDue(10, false);
  nowMs += 700;
  await watches.markRead([id], { until, isSubscriptionHealthy: false });
  expect(await watches.nextDueAt()).toEqual(new Date(claimedAtMs + 5 * second));
});

test('what became due while it was being read stays due', async () => {
  const watches = await store();
  await watch(10 * minute);
  await watches.adopt(10);
  const claim = await watches.claimDue(10, true);
  await watches.makeOpenDue();
  await watches.markRead(idsOf(claim), { until: claim.until, isSubscriptionHealthy: true });
  expect(await watches.nextDueAt()).toEqual(clock.now());
});

test('a change that cannot be recorded is looked at ever later, up to five minutes, and by whoever comes', async () => {
  const id = await watch(-90 * 24 * hour);
  const one = await store();
  const waits: number[] = [];
  for (let look = 0; look < 30; look += 1) {
    const { until } = await one.claimDue(10, true);
    await one.putOffLook(id, 7n);
    await one.markRead([id], { until, isSubscriptionHealthy: true });
    const waitMs = ((await one.nextDueAt())?.getTime() ?? 0) - nowMs;
    waits.push(waitMs);
    nowMs += waitMs;
  }
  expect(waits.slice(0, 4)).toEqual([2000, 2000, 2000, 2000]);
  expect(waits.at(-1)).toBe(5 * minute);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const { watches } = await (await store()).claimDue(10, true);
  expect(watches).toMatchObject([{ donationId: id, look: { slot: 7n } }]);
});

test('a look that succeeded forgets the changes up to its slot, and no newer one', async () => {
  const id = await watch(10 * minute);
  const watches = await store();
  await watches.putOffLook(id, 7n);
  await watches.putOffLook(id, 5n);
  await watches.endLook(id, 6n);
  nowMs += minute;
  await watches.putOffLook(id, 7n);
  await watches.makeLooksDue();
  const claim = await watches.claimDue(10, true);
  expect(claim.watches).toMatchObject([{ look: { slot: 7n, dueAt: clock.now() } }]);
  await watches.endLook(id, 7n);
  await watches.giveBack([id], claim.until);
  expect((await watches.claimDue(10, true)).watches).toMatchObject([{ look: null }]);
});

test('an address that was read before anybody listened to it is read again with all that came in the same 5 s', async () => {
  const watches = await store();
  const id = await watch(10 * minute);
  const createdAt = new Date(nowMs - second);
  await query(
    database.connectionString,
    `update donations set created_at = '${createdAt.toISOString()}' where id = '${id}'`,
  );
  const { until } = await watches.claimDue(10, true);
  await watches.markRead([id], { until, isSubscriptionHealthy: true });
  const span = 5 * second;
  expect(await watches.nextDueAt()).toEqual(new Date(Math.ceil((createdAt.getTime() + span) / span) * span));
});

test('addresses whose time ends in the same 5 s are due together, once the last of them can have expired', async () => {
  const watches = await store();
  const ends = [20_100, 21_900, 24_300].map((ms) => ms - (nowMs % (5 * second)));
  const dues: (Date | null)[] = [];
  for (const end of ends) {
    const id = await watch(end - 61 * second);
    const { until } = await watches.claimDue(10, true);
    await watches.markRead([id], { until, isSubscriptionHealthy: true });
    dues.push(await watches.nextDueAt());
    await query(database.connectionString, `delete from watches where donation_id = '${id}'`);
  }
  const startOfSpan = nowMs - (nowMs % (5 * second));
  expect(dues).toEqual(ends.map(() => new Date(startOfSpan + 25 * second)));
});

test('what is not final is listed in the order of its slots, after an entry and up to a slot', async () => {
  const donationId = await watch(10 * minute);
  await query(
    database.connectionString,
    `insert into chain_entries (address, signature, slot, block_time, lamports, fee_lamports, payers, succeeded, finalized,
                                dropped)
     select address, 'signature ' || n, n / 2, now(), 1, 0, '{}', true, n = 9, n = 8
     from donations, generate_series(1, 9) n where id = '${donationId}'`,
  );
  const watches = await store();
  const list = async (...given: Parameters<typeof watches.listUnfinalized>): Promise<string[]> =>
    (await watches.listUnfinalized(...given)).map(({ signature }) => signature.slice(-1));
  expect(await list(9, { after: null, upTo: null })).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  expect(await list(9, { after: null, upTo: 2n })).toEqual(['1', '2', '3', '4', '5']);
  const after = { slot: 1n, signature: 'signature 2' };
  expect(await list(9, { after, upTo: 2n })).toEqual(['3', '4', '5']);
  expect(await list(2, { after, upTo: null })).toEqual(['3', '4']);
});

test('what is not final is divided among the processes that live, and what is late is everybody’s', async () => {
  const donationId = await watch(10 * minute);
  const enter = (name: string, ageSeconds: number) =>
    query(
      database.connectionString,
      `insert into chain_entries (address, signature, slot, block_time, lamports, fee_lamports, payers, succeeded, finalized,
                                  dropped, seen_at)
       select address, '${name} ' || n, n, now(), 1, 0, '{}', true, false, false, now() - ${ageSeconds} * interval '1 second'
       from donations, generate_series(1, 20) n where id = '${donationId}'`,
    );
  await query(database.connectionString, 'delete from chain_entries');
  await enter('young', 30);
  await enter('late', 90);
  const processes = [await store(), await store(), await store()];
  const parts = await Promise.all(
    processes.map(async (watches) => {
      const listed = await watches.listUnfinalized(100, { after: null, upTo: null });
      return listed.map(({ signature }) => signature);
    }),
  );
  const those = (name: string) => parts.map((part) => part.filter((signature) => signature.startsWith(name)));
  expect(those('late').map(({ length }) => length)).toEqual([20, 20, 20]);
  expect(new Set(those('young').flat()).size).toBe(20);
  expect(those('young').flat()).toHaveLength(20);
});
