import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ChainFeedEvents } from '#server/app/chain-ports.ts';
import { noMeter } from '#server/app/meter.ts';
import { createNewWatches } from '#server/app/money/new-watches.ts';
import { Transient } from '#server/app/outside.ts';
import type { Ports } from '#server/app/ports.ts';
import type { ClaimedWatches, WatchStore } from '#server/app/watch-ports.ts';
import { defaultPace } from '#server/domain/alert-queue.ts';
import { applyEntries, type ChainEntry } from '#server/domain/donation.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createDonationStore } from '#server/postgres/donations/donation-store.ts';
import { createWatchStore } from '#server/postgres/money/watch-store.ts';
import { watchPayments } from '#server/workers/watch-payments.ts';
import { aliveForEver } from '#server/test/alive-for-ever.ts';
import { donationDraft } from '#server/test/donation-draft.ts';
import { openStreamerDatabase } from './streamer-database.ts';
import { until } from '#server/test/test-client.ts';

const second = 1000;
const spanMs = 5 * second;
const validMs = 600 * second;

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
  await sql`delete from processes`.execute(db);
});
afterAll(() => close());

const ignore = () => undefined;

/** A process that makes donations and reads their addresses, on a chain and a feed of the test's own. */
async function startProcess(change: (watches: WatchStore) => Partial<WatchStore> = () => ({})) {
  const processId = randomUUID();
  await db.insertInto('processes').values({ id: processId, seen_at: aliveForEver }).execute();
  const newWatches = createNewWatches();
  const owner = { processId, newWatches };
  const log = { info: ignore, warn: ignore, error: ignore };
  const donations = createDonationStore(db, clock, 0, { pace: defaultPace, meter: noMeter, owner, log });
  const store = createWatchStore(db, clock, processId, newWatches);
  const watches = { ...store, ...change(store) };
  const lamportsByAddress = new Map<string, bigint>();
  /** The addresses of each reading. */
  const readings: string[][] = [];
  const { promise: looking, resolve: endLook } = Promise.withResolvers<object>();
  const node = { answers: true };
  const chain = {
    readEntries: () => looking,
    readBalances: async (addresses: string[]) => {
      if (!node.answers) throw new Transient('No node answers');
      readings.push(addresses);
      return {
        slot: 1n,
        lamportsByAddress: new Map(addresses.map((each) => [each, lamportsByAddress.get(each) ?? 0n])),
      };
    },
  };
  const feed = { isHealthy: true };
  let events: ChainFeedEvents = { onChange: ignore, onReset: ignore };
  const ports = { watches, donations, chain, clock, hints: { on: () => ignore } } as unknown as Ports;
  const worker = watchPayments(ports, log, (given) => {
    events = given;
    const silent = { watch: ignore, unwatch: ignore, finalizedSlot: () => null, stop: async () => undefined };
    return { ...silent, isHealthy: () => feed.isHealthy };
  });
  onTestFinished(async () => {
    endLook({ entries: [], isExplained: true });
    await worker.stop();
  });
  await until(async () => expect(await hears(processId)).toBe(true));
  const readAt = async (ms: number, address: string): Promise<void> => {
    const before = readings.length;
    nowMs = ms;
    worker.wake();
    await until(() => expect(readings.slice(before).flat()).toContain(address));
  };
  return {
    processId,
    donations,
    watches,
    feed,
    node,
    worker,
    readings,
    lamportsByAddress,
    readAt,
    hear: (address: string) => events.onChange(address, 1n),
    reset: () => events.onReset(),
  };
}

type Process = Awaited<ReturnType<typeof startProcess>>;
let addresses = 0;

async function hears(processId: string): Promise<boolean | undefined> {
  const row = db.selectFrom('processes').select('hears_chain').where('id', '=', processId);
  return (await row.executeTakeFirst())?.hears_chain;
}

async function create({ donations }: Pick<Process, 'donations'>): Promise<{ id: string; address: string }> {
  addresses += 1;
  const address = `address-${addresses}`;
  const made = await donations.create(
    donationDraft('link', { expiresAt: new Date(nowMs + validMs), addressOf: async () => address }),
  );
  return { id: made.id, address };
}

/** Its version changes with whatever is written. */
async function rowOf({ id }: { id: string }) {
  const { rows } = await sql<{ version: string; dueAt: Date; isClaimed: boolean }>`
    select xmin::text as version, next_read_at as "dueAt", is_claimed as "isClaimed" from watches
    where donation_id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('Every donation has a watch.');
  return row;
}

const endOfSpan = (ms: number): number => Math.ceil(ms / spanMs) * spanMs;

test('an address is read by the process that made it until its time is over, and nothing is written for that', async () => {
  const own = await startProcess();
  const madeMs = nowMs;
  const made = await create(own);
  const before = await rowOf(made);
  expect(before.dueAt).toEqual(new Date(endOfSpan(madeMs + validMs + 61 * second)));
  const first = endOfSpan(madeMs);
  for (const ms of [first, first + spanMs, first + 35 * second, first + 65 * second])
    await own.readAt(ms, made.address);
  expect(await rowOf(made)).toEqual(before);
  await own.watches.wakeOverslept([made.id]);
  expect(await rowOf(made)).toEqual(before);
});

const readsNothing = (): Partial<WatchStore> => ({
  claimDue: async () => ({ watches: [], until: clock.now() }),
});

test('what waits for the end of its time is not read along with others before, and is due then', async () => {
  const own = await startProcess(() => ({ ...readsNothing(), leave: async () => undefined }));
  const made = await create(own);
  const due = await create(own);
  const other = createWatchStore(db, clock, randomUUID());
  const { dueAt } = await rowOf(made);
  nowMs = dueAt.getTime() - 10 * second;
  await sql`update watches set next_read_at = ${clock.now()} where donation_id = ${due.id}`.execute(db);
  expect((await other.claimDue(10)).watches).toMatchObject([{ donationId: due.id, isOwn: false }]);
  nowMs = dueAt.getTime();
  expect((await other.claimDue(10)).watches).toMatchObject([{ donationId: made.id }]);
});

test('an address that its process owns and does not read is due in the books', async () => {
  const own = await startProcess(readsNothing);
  const [forgotten, read] = [await create(own), await create(own)];
  const before = await rowOf(read);
  const other = createWatchStore(db, clock, randomUUID());
  await other.wakeOverslept([]);
  await own.watches.wakeOverslept([read.id]);
  expect(await rowOf(read)).toEqual(before);
  expect((await rowOf(forgotten)).dueAt).toEqual(clock.now());
});

test('what such a reading finds is left to the books, where everybody finds it', async () => {
  const own = await startProcess(readsNothing);
  const [paid, unpaid] = [await create(own), await create(own)];
  const before = await rowOf(unpaid);
  own.lamportsByAddress.set(paid.address, 5_000_000n);
  await own.readAt(endOfSpan(nowMs), paid.address);
  await until(async () => expect((await rowOf(paid)).dueAt).toEqual(clock.now()));
  expect(await rowOf(unpaid)).toEqual(before);
  const other = createWatchStore(db, clock, randomUUID());
  expect((await other.claimDue(10)).watches).toMatchObject([{ donationId: paid.id }]);
  const count = own.readings.length;
  await own.readAt(nowMs + spanMs, unpaid.address);
  expect(own.readings.slice(count).flat()).not.toContain(paid.address);
});

test('a process whose socket is gone leaves all of them to the books, and what it makes from then on', async () => {
  const own = await startProcess((store) => ({
    claimDue: async () => ({ ...(await store.claimDue(0)), watches: [] }),
  }));
  const early = await create(own);
  own.feed.isHealthy = false;
  own.worker.wake();
  await until(async () => expect((await rowOf(early)).dueAt).toEqual(clock.now()));
  const late = await create(own);
  own.worker.wake();
  await until(async () => expect((await rowOf(late)).dueAt).toEqual(new Date(endOfSpan(nowMs))));
  expect(own.readings).toEqual([]);
});

test('a process whose node does not answer leaves all of them to the books', async () => {
  const own = await startProcess(readsNothing);
  const made = await create(own);
  own.node.answers = false;
  nowMs = endOfSpan(nowMs);
  own.worker.wake();
  await until(async () => expect((await rowOf(made)).dueAt).toEqual(clock.now()));
});

test('a change that is being looked at is left to the books once it is found a second time', async () => {
  const own = await startProcess();
  const made = await create(own);
  const before = await rowOf(made);
  own.lamportsByAddress.set(made.address, 5_000_000n);
  own.hear(made.address);
  const first = endOfSpan(nowMs);
  await own.readAt(first, made.address);
  expect(await rowOf(made)).toEqual(before);
  await own.readAt(first + spanMs, made.address);
  await until(async () => expect((await rowOf(made)).dueAt).toEqual(clock.now()));
});

test('what is in the books, however much it is, leaves room for what a process reads by itself', async () => {
  const closed = { knownLamports: 0n, isOpen: false, isOwn: false, look: null };
  const own = await startProcess(() => ({
    claimDue: async (limit) => ({
      watches: Array.from({ length: limit }, (_, index) => {
        const name = `closed-${index}`;
        return { ...closed, donationId: randomUUID(), address: name, expiresAt: clock.now() };
      }),
      until: clock.now(),
    }),
  }));
  const made = await create(own);
  await own.readAt(endOfSpan(nowMs), made.address);
  expect(own.readings.flat()).toContain('closed-0');
});

test('what a socket that was made anew may have missed is left to the books', async () => {
  const own = await startProcess(readsNothing);
  const made = await create(own);
  own.reset();
  await until(async () => expect((await rowOf(made)).dueAt).toEqual(clock.now()));
});

test('what a process does not get to in time is left to the books', async () => {
  const { promise: claiming, resolve: goOn } = Promise.withResolvers<ClaimedWatches>();
  const own = await startProcess(() => ({ claimDue: () => claiming }));
  onTestFinished(() => goOn({ watches: [], until: clock.now() }));
  const made = await create(own);
  nowMs = endOfSpan(nowMs) + 10 * second;
  await until(async () => expect((await rowOf(made)).dueAt.getTime()).toBeLessThanOrEqual(endOfSpan(nowMs)));
});

test('a process that ends gives them to others at once', async () => {
  const own = await startProcess();
  const made = await create(own);
  await own.worker.stop();
  const other = randomUUID();
  await db.insertInto('processes').values({ id: other, seen_at: aliveForEver }).execute();
  expect(await createWatchStore(db, clock, other).adopt(10)).toMatchObject([
    { donationId: made.id, isOwn: true },
  ]);
});

test('an address that a process has adopted is its own once it has read it', async () => {
  const gone = await startProcess();
  const made = await create(gone);
  await gone.worker.stop();
  const own = await startProcess();
  await until(async () => expect((await rowOf(made)).isClaimed).toBe(true));
  // Younger than 5 s it may not be listened to, and would be due once more.
  await own.readAt(nowMs + 6 * second, made.address);
  const end = new Date(endOfSpan(nowMs - 6 * second + validMs + 61 * second));
  await until(async () => expect((await rowOf(made)).dueAt).toEqual(end));
  const before = await rowOf(made);
  await own.readAt(nowMs + 30 * second, made.address);
  expect(await rowOf(made)).toEqual(before);
});

test('once a payment is recorded everybody reads its address again', async () => {
  const own = await startProcess();
  const made = await create(own);
  const paid: ChainEntry = {
    signature: 'payment',
    slot: 5n,
    blockTime: clock.now(),
    lamports: 3_000_000n,
    feeLamports: 0n,
    payers: [],
    succeeded: true,
    finalized: false,
    dropped: false,
  };
  await own.donations.change(made.id, (before) => applyEntries(before, [paid], clock.now()));
  expect((await rowOf(made)).dueAt.getTime()).toBeLessThanOrEqual(Date.now() + 30 * second);
});
