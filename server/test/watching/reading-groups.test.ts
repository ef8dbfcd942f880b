import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { noMeter } from '#server/app/meter.ts';
import { createNewWatches } from '#server/app/money/new-watches.ts';
import { Transient } from '#server/app/outside.ts';
import type { Ports } from '#server/app/ports.ts';
import { defaultPace } from '#server/domain/alert-queue.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createDonationStore } from '#server/postgres/donations/donation-store.ts';
import { createReadingGroupStore } from '#server/postgres/money/reading-group-store.ts';
import { createWatchStore } from '#server/postgres/money/watch-store.ts';
import { readGroups } from '#server/workers/read-groups.ts';
import { donationDraft } from '#server/test/donation-draft.ts';
import { openStreamerDatabase } from './streamer-database.ts';
import { until } from '#server/test/test-client.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const withItsGroup = new Date('9999-01-01T00:00:00Z');

let db: Database;
let close: () => Promise<void>;
let nowMs: number;
const clock = { now: () => new Date(nowMs) };

beforeAll(async () => {
  ({ db, close } = await openStreamerDatabase());
});
beforeEach(async () => {
  nowMs = Date.now();
  await sql`delete from watches`.execute(db);
  await sql`delete from reading_groups`.execute(db);
});
afterAll(() => close());

const ignore = () => undefined;
const processId = randomUUID();
const groupsOf = (size: number) => createReadingGroupStore(db, clock, size);
const watchesOfAll = () => createWatchStore(db, clock, processId);
const donationsOfAll = () =>
  createDonationStore(db, clock, 0, {
    pace: defaultPace,
    meter: noMeter,
    owner: { processId, newWatches: createNewWatches() },
    log: { warn: ignore },
  });

let addresses = 0;

interface Planted {
  id: string;
  address: string;
}

/** A donation whose time was over for so long, closed unless told otherwise, and due by itself now. */
async function plant(overForMs: number, columns: Record<string, unknown> = {}): Promise<Planted> {
  addresses += 1;
  const address = `address-${addresses}`;
  const expiresAt = new Date(nowMs - overForMs);
  const { id } = await donationsOfAll().create(
    donationDraft('link', { expiresAt: new Date(Date.now() + 600_000), addressOf: async () => address }),
  );
  await db
    .updateTable('donations')
    .set({
      created_at: new Date(expiresAt.getTime() - 600_000),
      expires_at: expiresAt,
      expired_at: expiresAt,
    })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('watches')
    .set({ is_open: false, next_read_at: clock.now(), process_id: null, ...columns })
    .where('donation_id', '=', id)
    .execute();
  return { id, address };
}

const plantMany = async (count: number, overForMs: number): Promise<Planted[]> => {
  const planted: Planted[] = [];
  for (let index = 0; index < count; index += 1) planted.push(await plant(overForMs + index));
  return planted;
};

/** Its version changes with whatever is written. */
async function rowOf({ id }: Planted) {
  const { rows } = await sql<{ version: string; dueAt: Date; group: bigint | null }>`
    select xmin::text as version, next_read_at as "dueAt", group_id as "group" from watches
    where donation_id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('Every donation has a watch.');
  return row;
}

const groupOf = async (planted: Planted): Promise<bigint | null> => (await rowOf(planted)).group;
const addressesOf = (list: readonly { address: string }[]): string[] =>
  list.map(({ address }) => address).toSorted();

test('closed addresses come into groups as they expired, as soon as a group is full, and are due with that', async () => {
  const store = groupsOf(3);
  const [young, old] = [await plantMany(2, hour), await plantMany(3, 10 * day)];
  expect(await store.gather()).toBe(false);
  const [group] = new Set(await Promise.all(old.map(groupOf)));
  expect(group).toEqual(expect.any(BigInt));
  expect(await Promise.all(young.map(groupOf))).toEqual([null, null]);
  expect((await watchesOfAll().claimDue(10)).watches.map((watch) => watch.address).toSorted()).toEqual(
    addressesOf(young),
  );
  const { groups } = await store.claimDue(10);
  expect(groups.map(({ id, watches }) => [id, addressesOf(watches)])).toEqual([[group, addressesOf(old)]]);
});

const inSeconds = (seconds: number): Date => new Date(nowMs + seconds * second);

test('a group is due with the first of its addresses, and no earlier than now', async () => {
  const store = groupsOf(2);
  await plant(hour, { next_read_at: inSeconds(40) });
  await plant(hour, { next_read_at: inSeconds(20) });
  await store.gather();
  expect(await store.nextDueAt()).toEqual(inSeconds(20));
  await plant(2 * hour, { next_read_at: inSeconds(-600) });
  await plant(2 * hour, { next_read_at: inSeconds(-500) });
  await store.gather();
  expect(await store.nextDueAt()).toEqual(inSeconds(0));
});

test('what is open, is being read, or changed and could not be recorded comes into no group', async () => {
  const store = groupsOf(1);
  const now = clock.now();
  const left = [
    await plant(hour, { is_open: true }),
    await plant(hour, { is_claimed: true }),
    await plant(hour, { look_slot: 1n, look_since: now, look_at: now }),
  ];
  const taken = await plant(hour);
  await store.gather();
  expect(await Promise.all(left.map(groupOf))).toEqual([null, null, null]);
  expect(await groupOf(taken)).not.toBeNull();
});

test('whoever gathers waits for nobody who is recording something of an address', async () => {
  const [recorded, free] = await plantMany(2, hour);
  if (recorded === undefined || free === undefined) throw new Error('Two were planted.');
  await db.transaction().execute(async (trx) => {
    await sql`select from watches where donation_id = ${recorded.id} for update`.execute(trx);
    await groupsOf(1).gather();
  });
  expect(await groupOf(recorded)).toBeNull();
  expect(await groupOf(free)).not.toBeNull();
});

test('two processes that gather at the same moment put each address into one group', async () => {
  const planted = await plantMany(20, hour);
  await Promise.all([groupsOf(2).gather(), groupsOf(2).gather(), groupsOf(2).gather()]);
  await groupsOf(2).gather();
  const groups = await Promise.all(planted.map(groupOf));
  const sizes = Map.groupBy(groups, (group) => group);
  expect(Array.from(sizes.values(), (members) => members.length)).toEqual(Array(10).fill(2));
  expect(sizes.has(null)).toBe(false);
});

test('a group is put off by the age of its youngest address, and due as before where it could not be read', async () => {
  const store = groupsOf(2);
  for (const [ageMs, afterMs] of [
    [hour, minute],
    [2 * day, hour],
    [31 * day, day],
  ] as const) {
    await plant(ageMs);
    await plant(90 * day);
    await store.gather();
    const dueAt = clock.now();
    nowMs += minute;
    const { groups, until: failedUntil } = await store.claimDue(10);
    expect(groups).toHaveLength(1);
    await store.giveBack(groups, failedUntil);
    expect(await store.nextDueAt()).toEqual(dueAt);
    const { until: claimedUntil } = await store.claimDue(10);
    nowMs += second;
    await store.markRead(groups, claimedUntil);
    expect((await store.nextDueAt())?.getTime()).toBe(nowMs - second + afterMs);
    await sql`delete from watches`.execute(db);
    await sql`delete from reading_groups`.execute(db);
  }
});

test('a group that is being read is nobody else’s, and due again soon when its reader dies', async () => {
  const [one, other] = [groupsOf(2), groupsOf(2)];
  await plantMany(2, hour);
  await one.gather();
  const dead = await one.claimDue(10);
  expect(dead.groups).toHaveLength(1);
  expect((await other.claimDue(10)).groups).toEqual([]);
  nowMs += 15 * second;
  const again = await other.claimDue(10);
  expect(again.groups).toHaveLength(1);
  // Whoever was only slow changes nothing any more.
  await one.markRead(dead.groups, dead.until);
  await one.giveBack(dead.groups, dead.until);
  expect(await other.nextDueAt()).toEqual(again.until);
});

test('what is made due by itself is read by itself, and with its group again after that', async () => {
  const store = groupsOf(2);
  const [seen, quiet] = await plantMany(2, hour);
  if (seen === undefined || quiet === undefined) throw new Error('Two were planted.');
  await store.gather();
  const before = await rowOf(quiet);
  await watchesOfAll().leave([seen.id], clock.now());
  const { groups } = await store.claimDue(10);
  expect(addressesOf(groups.flatMap(({ watches }) => watches))).toEqual([quiet.address]);
  const { watches, until: claimedUntil } = await watchesOfAll().claimDue(10);
  expect(addressesOf(watches)).toEqual([seen.address]);
  await watchesOfAll().markRead([seen.id], claimedUntil);
  expect(await rowOf(seen)).toMatchObject({ dueAt: withItsGroup, group: before.group });
  // Nothing has been written to the other one.
  expect(await rowOf(quiet)).toEqual(before);
});

test('a change of one of a group that cannot be recorded is looked at in its time, and not forgotten', async () => {
  const [changed] = await plantMany(2, hour);
  if (changed === undefined) throw new Error('Two were planted.');
  await groupsOf(2).gather();
  const watches = watchesOfAll();
  await watches.putOffLook(changed.id, 7n);
  nowMs += 2 * second;
  const { watches: claimed, until: claimedUntil } = await watches.claimDue(10);
  expect(claimed).toMatchObject([{ donationId: changed.id, look: { slot: 7n } }]);
  await watches.putOffLook(changed.id, 7n);
  await watches.markRead([changed.id], claimedUntil);
  expect((await rowOf(changed)).dueAt).toEqual(new Date(nowMs + 2 * second));
  nowMs += 2 * second;
  const again = await watches.claimDue(10);
  await watches.endLook(changed.id, 7n);
  await watches.markRead([changed.id], again.until);
  expect((await rowOf(changed)).dueAt).toEqual(withItsGroup);
});

test('a watch without a group has a time at which it is read', async () => {
  const planted = await plant(hour);
  await expect(
    sql`update watches set next_read_at = ${withItsGroup} where donation_id = ${planted.id}`.execute(db),
  ).rejects.toThrow('watches_read');
  await groupsOf(1).gather();
  await expect(sql`delete from reading_groups`.execute(db)).rejects.toThrow('watches_group');
});

test('what would wait longer than a day is due: a clock was ahead; what is read with its group is left alone', async () => {
  const store = groupsOf(2);
  const planted = await plantMany(2, hour);
  await store.gather();
  await sql`update reading_groups set next_read_at = now() + interval '2 days'`.execute(db);
  const rows = await Promise.all(planted.map(rowOf));
  await store.wakeOverslept();
  await watchesOfAll().wakeOverslept([]);
  expect((await store.claimDue(10)).groups).toHaveLength(1);
  expect(await Promise.all(planted.map(rowOf))).toEqual(rows);
});

/** Reads groups of two, on a chain of the test's own. */
function startReading(lamportsByAddress = new Map<string, bigint>(), watches = watchesOfAll()) {
  const readings: { addresses: string[]; canWait: boolean | undefined }[] = [];
  const warnings: string[] = [];
  const refused = new Set<string>();
  const chain = {
    readBalances: async (asked: string[], how?: { canWait: boolean }) => {
      if (asked.some((address) => refused.has(address))) throw new Transient('No node answers');
      readings.push({ addresses: asked, canWait: how?.canWait });
      return {
        slot: 1n,
        lamportsByAddress: new Map(asked.map((each) => [each, lamportsByAddress.get(each) ?? 0n])),
      };
    },
  };
  const ports = { watches, readingGroups: groupsOf(2), chain, clock } as unknown as Ports;
  const worker = readGroups(ports, {
    info: ignore,
    warn: (_, message) => void warnings.push(message),
    error: ignore,
  });
  onTestFinished(() => worker.stop());
  return { worker, readings, refused, warnings };
}

test('late money on an address of a group is found, and nothing is written for what is as it was', async () => {
  const [paid, quiet] = await plantMany(2, hour);
  if (paid === undefined || quiet === undefined) throw new Error('Two were planted.');
  await groupsOf(2).gather();
  const before = await rowOf(quiet);
  const lamports = new Map<string, bigint>();
  const { worker, readings } = startReading(lamports);
  await until(() =>
    expect(readings).toEqual([
      { addresses: expect.arrayContaining([paid.address, quiet.address]), canWait: true },
    ]),
  );
  expect(await rowOf(quiet)).toEqual(before);
  lamports.set(paid.address, 5_000_000n);
  nowMs += minute;
  worker.wake();
  await until(async () => expect((await rowOf(paid)).dueAt).toEqual(clock.now()));
  expect(await rowOf(quiet)).toEqual(before);
  expect((await watchesOfAll().claimDue(10)).watches).toMatchObject([{ donationId: paid.id, isOpen: false }]);
});

/** When the group of those is due. */
async function dueOf([member]: readonly Planted[]): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select g.next_read_at as at from reading_groups g join watches w on w.group_id = g.id
    where w.donation_id = ${member?.id ?? null}`.execute(db);
  return rows[0]?.at;
}

test('a group that cannot be read keeps no other from being put off, and is due at once', async () => {
  const [broken, whole] = [await plantMany(2, hour), await plantMany(2, 2 * hour)];
  await groupsOf(2).gather();
  const { readings, refused, warnings } = startReading();
  refused.add(broken[0]?.address ?? '');
  await until(async () => expect(await dueOf(whole)).toEqual(new Date(nowMs + minute)));
  await until(async () => expect(await dueOf(broken)).toEqual(clock.now()));
  expect(warnings[0]).toContain('tried again with what is due next');
  refused.clear();
  await until(async () => expect(await dueOf(broken)).toEqual(new Date(nowMs + minute)));
  expect(readings.map(({ addresses: read }) => read.toSorted())).toEqual(
    expect.arrayContaining([addressesOf(whole), addressesOf(broken)]),
  );
});

test('what changed and could not be left to the books keeps its group due, until it is', async () => {
  const [paid] = await plantMany(2, hour);
  if (paid === undefined) throw new Error('Two were planted.');
  await groupsOf(2).gather();
  const watches = watchesOfAll();
  let isAway = true;
  let failures = 0;
  const leave = async (ids: readonly string[], dueAt: Date): Promise<void> => {
    if (!isAway) return await watches.leave(ids, dueAt);
    failures += 1;
    throw new Error('The database is away');
  };
  startReading(new Map([[paid.address, 5_000_000n]]), { ...watches, leave });
  await until(() => expect(failures).toBeGreaterThan(0));
  expect((await rowOf(paid)).dueAt).toEqual(withItsGroup);
  isAway = false;
  await until(async () => expect((await rowOf(paid)).dueAt).toEqual(clock.now()), 10_000);
});
