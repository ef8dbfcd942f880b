import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { newClipName } from '#server/app/donations/clip-name.ts';
import { noMeter } from '#server/app/meter.ts';
import { createNewWatches } from '#server/app/money/new-watches.ts';
import type { DonationDraft, DonationStore } from '#server/app/ports.ts';
import { defaultPace } from '#server/domain/alert-queue.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createDonationStore } from '#server/postgres/donations/donation-store.ts';
import { createWatchStore } from '#server/postgres/money/watch-store.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { donationDraft } from '#server/test/donation-draft.ts';

let database: TestDatabase;
let db: Database;
/** Two processes on one database. */
let stores: [DonationStore, DonationStore];
const clock = { now: () => new Date() };
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 8, onError: () => undefined });
  stores = [createDonationStore(db, clock, 0), createDonationStore(db, clock, 0)];
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

let streamers = 0;

/** A streamer by the codes of both links. */
async function addStreamer(): Promise<{ id: string; code: string; widgetCode: string }> {
  streamers += 1;
  const [code, widgetCode] = [`code-${streamers}`, `widget-${streamers}`];
  const { rows } = await sql<{ id: string }>`
    insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code)
    values (${`streamer-${streamers}`}, '', ${`wallet-${streamers}`}, ${streamers}, 0, ${code}, ${widgetCode})
    returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  await db.insertInto('key_counters').values({ user_id: id }).execute();
  return { id, code, widgetCode };
}

/** A clip that somebody has just uploaded. */
async function addClip(): Promise<string> {
  const at = new Date();
  const name = newClipName('wav');
  await db
    .insertInto('clips')
    .values({
      name,
      creator: 'somebody',
      mime_type: 'audio/wav',
      bytes: 1,
      duration_ms: 1000,
      uploaded_at: at,
      stored_at: at,
      expires_at: new Date(at.getTime() + 3_600_000),
    })
    .execute();
  return name;
}

/** The donations that have this clip. */
async function ownersOf(clipName: string): Promise<(string | null)[]> {
  const rows = await db.selectFrom('clips').select('donation_id').where('name', '=', clipName).execute();
  return rows.map(({ donation_id: id }) => id);
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const settle = async (promises: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(promises)).map((each) =>
    each.status === 'fulfilled' ? 'created' : each.reason instanceof Problem ? each.reason.code : 'failed',
  );
const indexesOf = async (userId: string): Promise<number[]> =>
  (
    await db
      .selectFrom('donations')
      .select('key_index')
      .where('user_id', '=', userId)
      .orderBy('key_index')
      .execute()
  ).map((row) => row.key_index);

test('a process of before a restore gives no address out, and stores nothing', async () => {
  const { id, code } = await addStreamer();
  await db
    .insertInto('installation')
    .values({ genesis_hash: '', seed_fingerprint: '', key_epoch: 1 })
    .execute();
  const creations = times(3, async () => await stores[0].create(donationDraft(code)));
  expect(await settle(creations)).toEqual(times(3, () => 'unavailable'));
  await db.updateTable('installation').set({ key_epoch: 0 }).execute();
  await stores[0].create(donationDraft(code));
  expect(await indexesOf(id)).toEqual([1]);
});

test('what is created while its process hands over what it listens to belongs to nobody, before as after', async () => {
  const streamer = await addStreamer();
  const processId = randomUUID();
  await db.insertInto('processes').values({ id: processId }).execute();
  const newWatches = createNewWatches();
  const stopListening = newWatches.on(() => undefined);
  const store = createDonationStore(db, clock, 0, {
    pace: defaultPace,
    meter: noMeter,
    owner: { processId, newWatches },
    log: { warn: () => undefined },
  });
  const ownerOf = async ({ id }: { id: string }) => {
    const watch = await db.selectFrom('watches').select('process_id').where('donation_id', '=', id).execute();
    return watch.map(({ process_id: owner }) => owner);
  };
  expect(await ownerOf(await store.create(donationDraft(streamer.code)))).toEqual([processId]);
  const { promise: handedOver, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: noteLocked } = Promise.withResolvers<void>();
  const locking = db.transaction().execute(async (trx) => {
    await sql`select from key_counters where user_id = ${streamer.id} for update`.execute(trx);
    noteLocked();
    await handedOver;
  });
  await isLocked;
  const creating = store.create(donationDraft(streamer.code));
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
  });
  stopListening();
  await createWatchStore(db, clock, processId, newWatches).handOver();
  goOn();
  await locking;
  expect(await ownerOf(await creating)).toEqual([null]);
  expect(await ownerOf(await store.create(donationDraft(streamer.code)))).toEqual([null]);
});

describe('donations that arrive together', () => {
  test('use every key index once and leave no gap, over two processes and both links', async () => {
    const streamer = await addStreamer();
    const other = await addStreamer();
    const codes = [streamer.code, streamer.widgetCode, other.code];
    const created = await settle(
      times(120, (at) =>
        stores[at % 2 === 0 ? 0 : 1].create(
          donationDraft(codes[at % 3] ?? '', { creator: `donor ${at % 7}` }),
        ),
      ),
    );
    expect(new Set(created)).toEqual(new Set(['created']));
    expect(await indexesOf(streamer.id)).toEqual(times(80, (at) => at + 1));
    expect(await indexesOf(other.id)).toEqual(times(40, (at) => at + 1));
    const next = await db
      .selectFrom('key_counters')
      .select('next_index')
      .where('user_id', '=', streamer.id)
      .executeTakeFirstOrThrow();
    expect(next.next_index).toBe(81);
  });

  test('are refused each for its own reason, and who is refused uses up no key index', async () => {
    const streamer = await addStreamer();
    const closed = await addStreamer();
    await db.updateTable('users').set({ accepting_donations: false }).where('id', '=', closed.id).execute();
    const reasons = await settle(
      [
        donationDraft(streamer.code),
        donationDraft('nobody'),
        donationDraft(closed.code),
        donationDraft(streamer.code, { clipName: 'gone' }),
        donationDraft(streamer.code, { caps: { perLink: 1, perCreator: 1000 } }),
        donationDraft(streamer.code),
      ].map((each) => stores[0].create(each)),
    );
    expect(reasons).toEqual([
      'created',
      'invalid_link_code',
      'invalid_link_code',
      'clip_not_found',
      'too_many_open_donations',
      'created',
    ]);
    expect(await indexesOf(streamer.id)).toEqual([1, 2]);
  });

  test('hold both caps exactly over two processes that create at once', async () => {
    const streamer = await addStreamer();
    const others = await Promise.all(times(4, addStreamer));
    const ofLink = await settle(
      times(60, (at) =>
        stores[at % 2 === 0 ? 0 : 1].create(
          donationDraft(streamer.code, { creator: `guest ${at}`, caps: { perLink: 9, perCreator: 1000 } }),
        ),
      ),
    );
    expect(ofLink.filter((each) => each === 'created')).toHaveLength(9);
    const ofCreator = await settle(
      times(60, (at) =>
        stores[at % 2 === 0 ? 0 : 1].create(
          donationDraft(others[at % 4]?.code ?? '', {
            creator: 'greedy',
            caps: { perLink: 1000, perCreator: 7 },
          }),
        ),
      ),
    );
    expect(ofCreator.filter((each) => each === 'created')).toHaveLength(7);
  });

  test('do not fail because one of them cannot be stored', async () => {
    const streamer = await addStreamer();
    const fates = await settle(
      times(12, (at) =>
        stores[0].create(donationDraft(streamer.code, at === 5 ? { donatorName: 'a\0b' } : {})),
      ),
    );
    expect(fates.filter((each) => each === 'created')).toHaveLength(11);
    expect(fates[5]).toBe('failed');
    expect(await indexesOf(streamer.id)).toEqual(times(11, (at) => at + 1));
  });

  test('give a clip to one of them', async () => {
    const streamer = await addStreamer();
    const clipName = await addClip();
    const fates = await settle(
      times(6, (index) =>
        stores[index % 2 === 0 ? 0 : 1].create(
          donationDraft(streamer.code, { clipName, message: `${index}` }),
        ),
      ),
    );
    expect(fates.toSorted()).toEqual([...times(5, () => 'clip_not_found'), 'created']);
    expect(await indexesOf(streamer.id)).toEqual([1]);
  });
});

describe('the same donation asked for again, since its answer was lost', () => {
  test('takes its clip over, which lives on for its day', async () => {
    const streamer = await addStreamer();
    const clipName = await addClip();
    const same = donationDraft(streamer.code, { clipName });
    await stores[0].create(same);
    const again = await stores[1].create({ ...same, linkCode: streamer.widgetCode });
    expect(again.hasClip).toBe(true);
    expect(await ownersOf(clipName)).toEqual([again.id]);
    const { life } = await db
      .selectFrom('clips')
      .select(sql<string>`(expires_at - uploaded_at)::text`.as('life'))
      .where('name', '=', clipName)
      .executeTakeFirstOrThrow();
    expect(life).toBe('1 day');
  });

  test('is made each time, however many come at once, and the clip is of the last', async () => {
    const streamer = await addStreamer();
    const clipName = await addClip();
    const made = await Promise.all(
      times(12, (at) => stores[at % 2 === 0 ? 0 : 1].create(donationDraft(streamer.code, { clipName }))),
    );
    const { id } = await db
      .selectFrom('donations')
      .select('id')
      .where('user_id', '=', streamer.id)
      .orderBy('key_index', 'desc')
      .executeTakeFirstOrThrow();
    expect(new Set(made.map((each) => each.id)).size).toBe(12);
    expect(await ownersOf(clipName)).toEqual([id]);
  });

  test.each<[string, Partial<DonationDraft>]>([
    ['somebody else', { creator: 'somebody else' }],
    ['another name', { donatorName: 'Bob' }],
    ['another message', { message: 'hello' }],
  ])('is not what comes with %s: the clip stays where it is', async (_, given) => {
    const streamer = await addStreamer();
    const clipName = await addClip();
    const { id } = await stores[0].create(donationDraft(streamer.code, { clipName }));
    expect(await settle([stores[0].create(donationDraft(streamer.code, { clipName, ...given }))])).toEqual([
      'clip_not_found',
    ]);
    const other = await addStreamer();
    expect(await settle([stores[1].create(donationDraft(other.code, { clipName }))])).toEqual([
      'clip_not_found',
    ]);
    expect(await ownersOf(clipName)).toEqual([id]);
  });

  test.each<[string, (id: string, address: string) => Promise<unknown>]>([
    [
      'something has come to the first, though the chain may have dropped it since',
      (_, address) =>
        sql`
          insert into chain_entries (address, signature, slot, block_time, lamports, fee_lamports, succeeded, finalized)
          values (${address}, ${`sent to ${address}`}, 1, now(), 1, 0, true, false)`.execute(db),
    ],
    [
      'the first has expired',
      (id) => sql`update donations set expired_at = now() where id = ${id}`.execute(db),
    ],
    [
      'the first is older than a quarter of an hour',
      (id) =>
        sql`
        update donations set created_at = created_at - interval '15 minutes' where id = ${id}`.execute(db),
    ],
  ])('does not take the clip where %s', async (_, change) => {
    const streamer = await addStreamer();
    const clipName = await addClip();
    const same = donationDraft(streamer.code, { clipName });
    const { id, address } = await stores[0].create(same);
    await change(id, address);
    expect(await settle([stores[0].create(same)])).toEqual(['clip_not_found']);
    expect(await ownersOf(clipName)).toEqual([id]);
  });

  test('does not wait for a payment that is just being written', async () => {
    const streamer = await addStreamer();
    const clipName = await addClip();
    const same = donationDraft(streamer.code, { clipName });
    const { id } = await stores[0].create(same);
    await db.transaction().execute(async (trx) => {
      await sql`select from donations where id = ${id} for update`.execute(trx);
      expect(await settle([stores[0].create(same)])).toEqual(['clip_not_found']);
    });
    expect(await ownersOf(clipName)).toEqual([id]);
  });
});
