import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ChainFeedEvents } from '#server/app/chain-ports.ts';
import { Transient } from '#server/app/outside.ts';
import type { Ports } from '#server/app/ports.ts';
import type { WatchStore } from '#server/app/watch-ports.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { keepProcessRow } from '#server/postgres/operator/process-row.ts';
import { createTokenWatchStore } from '#server/postgres/money/token-watch-store.ts';
import { createWatchStore } from '#server/postgres/money/watch-store.ts';
import { watchPayments } from '#server/workers/watch-payments.ts';
import type { Worker } from '#server/workers/work-loop.ts';
import { query } from '#server/test/database-address.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { until as eventually } from '#server/test/test-client.ts';

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
beforeEach(() =>
  query(database.connectionString, 'delete from watches; delete from token_watches; delete from processes'),
);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Of a process that hears of changes, unless told otherwise. */
async function store({ hearsChain = true } = {}) {
  const processId = randomUUID();
  await query(
    database.connectionString,
    `insert into processes (id, seen_at) values ('${processId}', 'infinity')`,
  );
  const watches = createWatchStore(db, clock, processId);
  if (hearsChain) await watches.noteHearing(true);
  return watches;
}

const ignore = () => undefined;
let index = 0;

/** An address that is due now, of a donation that expires after so long; open unless that was a day ago, or told otherwise. */
async function watch(expiresInMs: number, isOpen = expiresInMs > -24 * hour): Promise<string> {
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
     select id, address, '${clock.now().toISOString()}', ${isOpen} from made returning donation_id`,
  );
  return String(row?.['donation_id']);
}

const idsOf = ({ watches }: { watches: { donationId: string }[] }): string[] =>
  watches.map(({ donationId }) => donationId);

test('an address that is being read is nobody else’s, and due again soon when its reader dies', async () => {
  const [open, old] = [await watch(10 * minute), await watch(-90 * 24 * hour)];
  const [one, other] = [await store(), await store()];
  expect(idsOf(await one.claimDue(10)).toSorted()).toEqual([open, old].toSorted());
  nowMs += second;
  const fresh = await watch(10 * minute);
  expect(idsOf(await other.claimDue(10))).toEqual([fresh]);
  nowMs += 15 * second;
  expect(idsOf(await other.claimDue(10)).toSorted()).toEqual([open, old, fresh].toSorted());
});

/** Adopts addresses, and has them due now, as those that their own process created. */
async function adopt(watches: WatchStore, limit: number): Promise<void> {
  await watches.adopt(limit);
  await query(
    database.connectionString,
    `update watches set is_claimed = false, next_read_at = '${clock.now().toISOString()}'`,
  );
}

test('an address that was read and is adopted after that is read once more, when it is listened to', async () => {
  const [reader, owner] = [await store(), await store()];
  const id = await watch(10 * minute);
  await adopt(reader, 1);
  const { until } = await reader.claimDue(1);
  await reader.markRead([id], until);
  await reader.handOver();
  // Still before anybody listens again.
  const early = await reader.claimDue(1);
  await owner.adopt(1);
  await reader.markRead([id], early.until);
  expect(await owner.nextDueAt()).toEqual(new Date(nowMs + second));
  const due = await watch(10 * minute);
  expect(idsOf(await reader.claimDue(10))).toEqual([due]);
  nowMs += second;
  expect(idsOf(await reader.claimDue(10))).toEqual([id]);
});

test('an address that was read is put off by its age, one that could not be read is due at once', async () => {
  const watches = await store();
  const dueAfter = async () => ((await watches.nextDueAt())?.getTime() ?? 0) - nowMs;
  const nextSpanMs = 5 * second - ((nowMs + second) % (5 * second)) + second;
  for (const [expiresInMs, isOpen, afterMs] of [
    [10 * minute, true, 30 * second],
    [10 * minute, false, minute],
    [-hour, true, nextSpanMs],
    [-hour, false, minute],
    [-25 * hour, false, hour],
    [-90 * 24 * hour, false, 24 * hour],
  ] as const) {
    const id = await watch(expiresInMs, isOpen);
    await adopt(watches, 1);
    const { until } = await watches.claimDue(1);
    await watches.giveBack([id], until);
    expect(await dueAfter()).toBe(0);
    const again = await watches.claimDue(1);
    await watches.markRead([id], again.until);
    expect(await dueAfter()).toBe(afterMs);
    await query(database.connectionString, 'delete from watches');
  }
});

test('with the socket down an address is read every five seconds, however long a reading takes', async () => {
  const watches = await store({ hearsChain: false });
  const id = await watch(10 * minute);
  await adopt(watches, 1);
  const claimedAtMs = nowMs;
  const { until } = await watches.claimDue(10);
  nowMs += 700;
  await watches.markRead([id], until);
  expect(await watches.nextDueAt()).toEqual(new Date(claimedAtMs + 5 * second));
});

test('whether its own process hears of changes decides how often an address is read, whoever reads it', async () => {
  const [reader, owner] = [await store(), await store({ hearsChain: false })];
  const id = await watch(10 * minute);
  const secondsUntilDue = async (): Promise<number> => {
    await reader.markRead([id], (await reader.claimDue(1)).until);
    const waitMs = ((await reader.nextDueAt())?.getTime() ?? 0) - nowMs;
    nowMs += waitMs;
    return waitMs / second;
  };
  expect(await secondsUntilDue()).toBe(5);
  await adopt(owner, 1);
  expect(await secondsUntilDue()).toBe(5);
  await owner.noteHearing(true);
  expect(await secondsUntilDue()).toBe(30);
  await owner.noteHearing(false);
  expect(await secondsUntilDue()).toBe(5);
});

test('what is due within half of its own time is read along', async () => {
  const [reader, deaf] = [await store(), await store({ hearsChain: false })];
  const ofReader = [await watch(10 * minute), await watch(10 * minute)];
  await adopt(reader, 2);
  const ofDeaf = [await watch(10 * minute), await watch(10 * minute)];
  await adopt(deaf, 2);
  await moveBack(ofReader[1]!, -14 * second);
  await moveBack(ofDeaf[0]!, -2 * second);
  await moveBack(ofDeaf[1]!, -4 * second);
  expect(idsOf(await reader.claimDue(10)).toSorted()).toEqual([...ofReader, ofDeaf[0]!].toSorted());
});

test('what became due while it was being read stays due', async () => {
  const watches = await store();
  await watch(10 * minute);
  await adopt(watches, 10);
  const claim = await watches.claimDue(10);
  await watches.makeOpenDue();
  await watches.markRead(idsOf(claim), claim.until);
  expect(await watches.nextDueAt()).toEqual(clock.now());
});

test('a change that cannot be recorded is looked at ever later, up to five minutes, and by whoever comes', async () => {
  const id = await watch(-90 * 24 * hour);
  const one = await store();
  const waits: number[] = [];
  for (let look = 0; look < 30; look += 1) {
    const { until } = await one.claimDue(10);
    await one.putOffLook(id, 7n);
    await one.markRead([id], until);
    const waitMs = ((await one.nextDueAt())?.getTime() ?? 0) - nowMs;
    waits.push(waitMs);
    nowMs += waitMs;
  }
  expect(waits.slice(0, 4)).toEqual([2000, 2000, 2000, 2000]);
  expect(waits.at(-1)).toBe(5 * minute);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const { watches } = await (await store()).claimDue(10);
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
  const claim = await watches.claimDue(10);
  expect(claim.watches).toMatchObject([{ look: { slot: 7n, dueAt: clock.now() } }]);
  await watches.endLook(id, 7n);
  await watches.giveBack([id], claim.until);
  expect((await watches.claimDue(10)).watches).toMatchObject([{ look: null }]);
});

test('an address that was read before anybody listened to it is read again with all that came in the same 5 s', async () => {
  const watches = await store();
  const id = await watch(10 * minute);
  const createdAt = new Date(nowMs - second);
  await query(
    database.connectionString,
    `update donations set created_at = '${createdAt.toISOString()}' where id = '${id}'`,
  );
  const { until } = await watches.claimDue(10);
  await watches.markRead([id], until);
  const span = 5 * second;
  expect(await watches.nextDueAt()).toEqual(new Date(Math.ceil((createdAt.getTime() + span) / span) * span));
});

test('addresses whose time ends in the same 5 s are due together, once the last of them can have expired', async () => {
  const watches = await store();
  const ends = [20_100, 21_900, 24_300].map((ms) => ms - (nowMs % (5 * second)));
  const dues: (Date | null)[] = [];
  for (const end of ends) {
    const id = await watch(end - 61 * second);
    await adopt(watches, 1);
    const { until } = await watches.claimDue(10);
    await watches.markRead([id], until);
    dues.push(await watches.nextDueAt());
    await query(database.connectionString, `delete from watches where donation_id = '${id}'`);
  }
  const startOfSpan = nowMs - (nowMs % (5 * second));
  expect(dues).toEqual(ends.map(() => new Date(startOfSpan + 25 * second)));
});

/** Makes an address due at a time that has passed, as somebody does whose clock is late or whose transaction took long. */
async function moveBack(donationId: string, byMs: number): Promise<void> {
  const at = new Date(nowMs - byMs).toISOString();
  await query(
    database.connectionString,
    `update watches set next_read_at = '${at}' where donation_id = '${donationId}'`,
  );
}

test('once all that is due was found, only what came due since is searched for, and everything once a minute', async () => {
  const watches = await store();
  const id = await watch(hour);
  await moveBack(id, hour);
  expect(idsOf(await watches.claimDue(10))).toEqual([id]);
  nowMs += second;
  await moveBack(id, 20 * second);
  expect(idsOf(await watches.claimDue(10))).toEqual([id]);
  nowMs += second;
  await moveBack(id, 40 * second);
  expect(idsOf(await watches.claimDue(10))).toEqual([]);
  expect(await watches.nextDueAt()).toBeNull();
  nowMs += minute;
  expect(idsOf(await watches.claimDue(10))).toEqual([id]);
});

test('while more is due than a look takes, nothing of it is passed over, however old it is', async () => {
  const watches = await store();
  const ids = [await watch(hour), await watch(hour), await watch(hour)];
  for (const [index, id] of ids.entries()) await moveBack(id, (index + 1) * hour);
  const claimed: string[] = [];
  while (claimed.length < 3) claimed.push(...idsOf(await watches.claimDue(1)));
  expect(claimed).toEqual(ids.toReversed());
});

test('a clock that is set back has everything searched', async () => {
  const watches = await store();
  await watches.claimDue(10);
  nowMs -= hour;
  const id = await watch(hour);
  await moveBack(id, hour);
  expect(idsOf(await watches.claimDue(10))).toEqual([id]);
  nowMs += hour;
});

test('what would wait longer than anything open does is due: a clock was set back, or is ahead elsewhere', async () => {
  const watches = await store();
  const tokens = createTokenWatchStore(db, clock);
  const ids = await plantOpen(3);
  const inAnHour = new Date(nowMs + hour).toISOString();
  for (const table of ['watches', 'token_watches'])
    await query(database.connectionString, `update ${table} set next_read_at = '${inAnHour}'`);
  const [late, near] = [await watch(hour), await watch(hour)];
  const old = await watch(-25 * hour);
  for (const id of [late, old]) await moveBack(id, -hour);
  await moveBack(near, -30 * second);
  expect([idsOf(await watches.claimDue(10)), idsOf(await tokens.claimDue(10))]).toEqual([[], []]);
  await watches.wakeOverslept([]);
  await tokens.wakeOverslept();
  expect(await watches.nextDueAt()).toEqual(clock.now());
  const woken = await watches.claimDue(4);
  expect(idsOf(woken).toSorted()).toEqual([...ids, late].toSorted());
  expect(idsOf(await tokens.claimDue(10)).toSorted()).toEqual(ids.toSorted());
});

test('what is closed is due once it would wait longer than a day, so many at a time: a clock was ahead for long', async () => {
  const watches = await store();
  const tokens = createTokenWatchStore(db, clock);
  const ids = await plantOpen(1002);
  const put = async (first: number, count: number, ms: number) => {
    const some = ids.slice(first, first + count).map((id) => `'${id}'`);
    const at = new Date(nowMs + ms).toISOString();
    for (const table of ['watches', 'token_watches'])
      await query(
        database.connectionString,
        `update ${table} set is_open = false, next_read_at = '${at}' where donation_id in (${some.join()})`,
      );
  };
  await put(0, 1001, 365 * 24 * hour);
  await put(1001, 1, 24 * hour);
  await query(
    database.connectionString,
    'update watches set look_slot = null, look_since = null, look_at = null',
  );
  await watches.wakeOverslept([]);
  await tokens.wakeOverslept();
  const due = async (limit: number) =>
    [idsOf(await watches.claimDue(limit)), idsOf(await tokens.claimDue(limit))] as const;
  for (const woken of await due(1002)) expect(woken).toHaveLength(1000);
  await watches.wakeOverslept([]);
  await tokens.wakeOverslept();
  for (const woken of await due(1002)) expect(woken).toHaveLength(1);
  const [last] = ids.slice(-1);
  nowMs += 24 * hour;
  for (const woken of await due(1002)) expect(woken).toContain(last);
});

/** Puts the look at an address off for so long. */
const lookIn = (id: string, ms: number) =>
  query(
    database.connectionString,
    `update watches set look_slot = 5, look_since = '2026-01-01', look_at = '${new Date(nowMs + ms).toISOString()}',
       next_read_at = '${new Date(nowMs + Math.min(ms, 30 * second)).toISOString()}' where donation_id = '${id}'`,
  );

test('a look that was put off before a clock was set back is due, however old its address', async () => {
  const watches = await store();
  const [open, old, young] = [await watch(hour), await watch(-25 * hour), await watch(hour)];
  await lookIn(open, hour);
  await lookIn(old, hour);
  await lookIn(young, 5 * minute);
  await watches.wakeOverslept([]);
  const due = new Map((await watches.claimDue(2)).watches.map((each) => [each.donationId, each.look?.dueAt]));
  expect(due).toEqual(
    new Map([
      [open, clock.now()],
      [old, clock.now()],
    ]),
  );
});

test('a server whose clock is behind leaves to the others what they are about to read, and no more', async () => {
  const watches = await store();
  const usualMs = nowMs;
  onTestFinished(() => void (nowMs = usualMs));
  nowMs = Date.now();
  const [next, overdue] = [await watch(hour), await watch(hour)];
  await moveBack(next, -30 * second);
  await moveBack(overdue, 2 * minute);
  const look = `update watches set look_slot = 5, look_since = now(), look_at = now() + interval '5 minutes'`;
  await query(database.connectionString, `${look} where donation_id = '${next}'`);
  nowMs -= 10 * minute;
  await watches.wakeOverslept([]);
  expect(idsOf(await watches.claimDue(10))).toEqual([overdue]);
});

test('whoever reads addresses looks for those that oversleep', async () => {
  const watches = await store();
  await moveBack(await watch(hour), -hour);
  const readingNothing: WatchStore = {
    ...watches,
    claimDue: async () => ({ watches: [], until: clock.now() }),
    adopt: async () => [],
  };
  const { worker } = startWatching(readingNothing, () => true);
  await eventually(async () => expect(await watches.nextDueAt()).toEqual(clock.now()));
  await worker.stop();
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
  const after = { slot: 1n, signature: 'signature 2', donationId };
  expect(await list(9, { after, upTo: 2n })).toEqual(['3', '4', '5']);
  expect(await list(2, { after, upTo: null })).toEqual(['3', '4']);
});

test('what was rolled back is listed for a week, that first which was seen last', async () => {
  const donationId = await watch(10 * minute);
  await query(database.connectionString, 'delete from chain_entries');
  await query(
    database.connectionString,
    `insert into chain_entries (address, signature, slot, block_time, lamports, fee_lamports, payers, succeeded, finalized,
                                dropped, seen_at)
     select address, 'rolled back ' || n, n, now(), 1, 0, '{}', true, false, n < 4, now() - (4 - n) * interval '3 days'
     from donations, generate_series(1, 5) n where id = '${donationId}'`,
  );
  const listed = await (await store()).listDropped(9);
  expect(listed.map((entry) => [entry.donationId, entry.signature, entry.slot])).toEqual([
    [donationId, 'rolled back 3', 3n],
    [donationId, 'rolled back 2', 2n],
  ]);
});

test('a page that ends within a transaction goes on within it', async () => {
  const donationIds = [await watch(10 * minute), await watch(10 * minute), await watch(10 * minute)];
  await query(database.connectionString, 'delete from chain_entries');
  await query(
    database.connectionString,
    `insert into chain_entries (address, signature, slot, block_time, lamports, fee_lamports, payers, succeeded, finalized,
                                dropped)
     select address, 'of all', 1, now(), 1, 0, '{}', true, false, false
     from donations where id in (${donationIds.map((id) => `'${id}'`).join()})`,
  );
  const watches = await store();
  const page = await watches.listUnfinalized(2, { after: null, upTo: null });
  const rest = await watches.listUnfinalized(2, { after: page.at(-1) ?? null, upTo: null });
  expect([...page, ...rest].map(({ donationId }) => donationId)).toEqual(donationIds.toSorted());
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

/** Open addresses, and token accounts, that lie in the table in another order than that of their ids. */
async function plantOpen(count: number): Promise<string[]> {
  const first = index + 1;
  index += count;
  const rows = await query(
    database.connectionString,
    `with made as (
       insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports,
                              created_at, expires_at)
       select id, 'donor', '', 'address-' || n, 1, 0, n, 1, '2025-01-01', '2026-02-01'
       from users, generate_series(${first}, ${index}) n
       returning id, address),
     accounts as (insert into token_watches (donation_id, account, next_read_at) select id, address, now() from made)
     insert into watches (donation_id, address, next_read_at, look_slot, look_since, look_at)
     select id, address, now(), 1, now(), 'infinity' from made returning donation_id`,
  );
  return rows.map((row) => String(row['donation_id']));
}

test('a token account that was made due while it was read, or claimed anew, is not put off by who read it before', async () => {
  const tokens = createTokenWatchStore(db, clock);
  const [id = ''] = await plantOpen(1);
  await query(
    database.connectionString,
    `update token_watches set next_read_at = '${new Date(nowMs).toISOString()}'`,
  );
  const { watches, until } = await tokens.claimDue(10);
  expect(watches.map(({ donationId }) => donationId)).toContain(id);
  await tokens.lookNow(id);
  await tokens.markRead([id], until);
  nowMs += second;
  const again = await tokens.claimDue(10);
  expect(idsOf(again)).toEqual([id]);
  await tokens.markRead([id], until);
  nowMs += 3 * second;
  expect(idsOf(await tokens.claimDue(10))).toEqual([]);
  await tokens.markRead([id], again.until);
  nowMs += 3 * second;
  expect(idsOf(await tokens.claimDue(10))).toEqual([id]);
});

test('whoever changes many addresses locks them in the order of their ids', async () => {
  const ids = (await plantOpen(60)).toSorted();
  const claimedUntil = new Date(nowMs + minute);
  const processId = randomUUID();
  const row = await keepProcessRow(db, processId, { isAlone: false, onError: () => undefined });
  await query(
    database.connectionString,
    `update watches set process_id = '${processId}', next_read_at = '${claimedUntil.toISOString()}'`,
  );
  await query(
    database.connectionString,
    `update token_watches set next_read_at = '${claimedUntil.toISOString()}'`,
  );
  const watches = createWatchStore(db, clock, processId);
  const tokens = createTokenWatchStore(db, clock);
  const mixed = ids.toSorted((a, b) => a.slice(-4).localeCompare(b.slice(-4)));
  const changes = [
    ['token_watches', () => tokens.noteFailedLooks(mixed)],
    ['token_watches', () => tokens.markRead(mixed, claimedUntil)],
    ['watches', () => watches.giveBack(mixed, claimedUntil)],
    ['watches', () => watches.markRead(mixed, claimedUntil)],
    ['watches', () => watches.makeLooksDue()],
    ['watches', () => watches.makeOpenDue()],
    ['watches', () => row.stop()],
  ] as const;
  for (const [table, change] of changes) {
    await query(
      database.connectionString,
      `update watches set next_read_at = '${claimedUntil.toISOString()}', look_at = 'infinity'`,
    );
    expect(await lockedBy(change, { table, heldId: ids[30] ?? '' }), String(change)).toEqual(
      ids.slice(0, 30),
    );
  }
});

/** Which rows a statement has locked when it comes to one that somebody else holds. */
async function lockedBy(
  change: () => Promise<void>,
  { table, heldId }: { table: string; heldId: string },
): Promise<string[]> {
  const holder = new Client({ connectionString: database.connectionString });
  await holder.connect();
  await holder.query(`begin; select from ${table} where donation_id = '${heldId}' for update`);
  const changed = change();
  try {
    await eventually(async () => {
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      expect(await query(database.connectionString, waiting)).toHaveLength(1);
    });
    const { rows } = await holder.query<{ id: string }>(
      `with free as (select donation_id from ${table} for update skip locked)
       select donation_id as id from ${table} where donation_id not in (select donation_id from free) order by 1`,
    );
    return rows.map(({ id }) => id);
  } finally {
    await holder.end();
    await changed;
  }
}

test('many addresses are made due, and given up by a process that stops, while another reads them', async () => {
  await plantOpen(3000);
  const reading = openDatabase(database.connectionString, { maxConnections: 4, onError: () => undefined });
  const now = { now: () => new Date() };
  const reader = createWatchStore(reading, now, randomUUID());
  const over = new AbortController();
  const readAll = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const claim = await reader.claimDue(100);
      await reader.markRead(idsOf(claim), claim.until);
    }
  };
  const readers = Promise.all(Array.from({ length: 4 }, readAll));
  const makeDueAndStop = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      const processId = randomUUID();
      const row = await keepProcessRow(db, processId, { isAlone: false, onError: () => undefined });
      const ours = createWatchStore(db, now, processId);
      await ours.adopt(3000);
      await ours.makeOpenDue();
      await row.stop();
    }
  };
  await Promise.race([readers, makeDueAndStop()]).finally(() => over.abort());
  await readers;
  expect(await query(database.connectionString, 'select from processes')).toEqual([]);
  await reading.destroy();
});

/** The worker on a feed of the test's own, with what the feed tells it by. */
function startWatching(
  watches: WatchStore,
  isHealthy: () => boolean,
  chain?: Ports['chain'],
): { worker: Worker; events: ChainFeedEvents } {
  let events: ChainFeedEvents = { onChange: ignore, onReset: ignore };
  const ports = { watches, clock, chain, hints: { on: () => ignore } } as unknown as Ports;
  const worker = watchPayments(ports, { info: ignore, warn: ignore, error: ignore }, (given) => {
    events = given;
    return {
      watch: ignore,
      unwatch: ignore,
      isHealthy,
      finalizedSlot: () => null,
      stop: () => Promise.resolve(),
    };
  });
  return { worker, events };
}

test('what a socket that was made anew may have missed is made due, also where that fails at first', async () => {
  const watches = await store();
  let failures = 2;
  let hasMadeLooksDue = false;
  const failing: WatchStore = {
    ...watches,
    async makeOpenDue() {
      if (failures > 0) {
        failures -= 1;
        throw new Error('deadlock detected');
      }
      await watches.makeOpenDue();
    },
    async makeLooksDue() {
      await watches.makeLooksDue();
      hasMadeLooksDue = true;
    },
  };
  const { worker, events } = startWatching(failing, () => true);
  events.onReset();
  await eventually(() => expect(hasMadeLooksDue).toBe(true));
  expect(failures).toBe(0);
  await worker.stop();
});

test('a process whose socket is gone, or that stops, says that it hears nothing before others get what it put off', async () => {
  const watches = await store();
  const said = new Map<string, unknown>();
  const note = async (call: string): Promise<void> => {
    const [row] = await query(database.connectionString, 'select hears_chain from processes');
    said.set(call, row?.['hears_chain']);
  };
  const telling: WatchStore = {
    ...watches,
    async claimDue(limit) {
      await note('claimDue');
      return await watches.claimDue(limit);
    },
    async makeOpenDue() {
      await note('makeOpenDue');
      await watches.makeOpenDue();
    },
    async handOver() {
      await note('handOver');
      await watches.handOver();
    },
  };
  let isHealthy = true;
  const { worker } = startWatching(telling, () => isHealthy);
  await eventually(() => expect([...said]).toEqual([['claimDue', true]]));
  isHealthy = false;
  worker.wake();
  await eventually(() => expect(said.get('claimDue')).toBe(false));
  expect(said.get('makeOpenDue')).toBe(false);
  isHealthy = true;
  worker.wake();
  await eventually(() => expect(said.get('claimDue')).toBe(true));
  await worker.stop();
  expect(said.get('handOver')).toBe(false);
});

test('a process whose readings fail still hears what its socket tells', async () => {
  const watches = await store();
  await watch(hour);
  let readings = 0;
  const chain = {
    readBalances: () => {
      readings += 1;
      return Promise.reject(new Transient('No node answers'));
    },
  };
  const said = new Set<boolean>();
  const telling: WatchStore = {
    ...watches,
    async noteHearing(hearsChain) {
      if (readings > 0) said.add(hearsChain);
      await watches.noteHearing(hearsChain);
    },
  };
  const { worker } = startWatching(telling, () => true, chain as unknown as Ports['chain']);
  await eventually(() => {
    nowMs += second;
    expect(readings).toBeGreaterThan(2);
  });
  expect(said).toEqual(new Set([true]));
  await worker.stop();
});
