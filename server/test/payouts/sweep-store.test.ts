import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { goOn, refuse } from '#server/app/next-try.ts';
import type { SignedSweep, SweepJob } from '#server/app/sweep-ports.ts';
import { applyEntries, type ChainEntry } from '#server/domain/donation.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createDonationStore } from '#server/postgres/donations/donation-store.ts';
import { createRecoveryStore } from '#server/postgres/donations/recovery-store.ts';
import {
  endAsFinal,
  followAgain,
  sweepJobChange,
  waitForFinality,
} from '#server/postgres/money/sweep-jobs.ts';
import { createSweepStore } from '#server/postgres/money/sweep-store.ts';
import { query } from '#server/test/database-address.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';

const leaseMs = 60_000;
const wallet = 'wallet';

let database: TestDatabase;
let db: Database;
let sweeps: ReturnType<typeof createSweepStore>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 8, onError: () => undefined });
  sweeps = createSweepStore(db);
  await query(
    database.connectionString,
    `insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code)
     values ('streamer', '', '${wallet}', 1, 0, 'a', 'b')`,
  );
});
beforeEach(() => query(database.connectionString, 'delete from sweeps; delete from sweep_jobs'));
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

let index = 0;

async function ask(): Promise<void> {
  index += 1;
  await query(
    database.connectionString,
    `with made as (
       insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports,
                              created_at, expires_at)
       select id, 'donor', '', 'address-${index}', 1, 0, ${index}, 1, '2026-11-21T12:00:00Z', '2026-11-21T12:01:00Z' from users
       returning id)
     insert into sweep_jobs (donation_id) select id from made`,
  );
}

async function claim(): Promise<SweepJob> {
  const [job] = await sweeps.claim(leaseMs, 1);
  if (job === undefined) throw new Error('No job is due.');
  return job;
}

async function addressOf({ donationId }: SweepJob): Promise<string> {
  const [row] = await query(
    database.connectionString,
    `select address from donations where id = '${donationId}'`,
  );
  return String(row?.['address']);
}

async function signedFor(job: SweepJob, feePayer?: string): Promise<SignedSweep> {
  return {
    signature: `signature of ${job.donationId} at ${job.fence}`,
    raw: new Uint8Array(3),
    destination: wallet,
    lamports: 1n,
    feeLamports: 1n,
    feePayer: feePayer ?? (await addressOf(job)),
    lastValidBlockHeight: 1n,
  };
}

/** A lamport that came in that minute and is not final. */
function dustAt(minute: number): ChainEntry {
  return {
    signature: 'dust',
    slot: BigInt(minute),
    blockTime: new Date(Date.UTC(2026, 10, 21, 12, minute)),
    lamports: 1n,
    feeLamports: 0n,
    payers: [],
    succeeded: true,
    finalized: false,
    dropped: false,
  };
}

/** As the store of donations does when money comes while a job is being worked on. */
const askAgain = () => query(database.connectionString, 'update sweep_jobs set fence = fence + 1');

test('a job that was asked for again, however often, is free as soon as its worker is done', async () => {
  for (const end of ['release', 'finish'] as const) {
    await ask();
    const job = await claim();
    await askAgain();
    await askAgain();
    await (end === 'release' ? sweeps.release(job, goOn(1000, 'late')) : sweeps.finish(job));
    const again = await claim();
    expect(again).toMatchObject({ donationId: job.donationId, fence: job.fence + 3n });
    await sweeps.finish(again);
  }
});

test('a worker that was away too long frees nobody else’s job', async () => {
  await ask();
  const late = await claim();
  await query(database.connectionString, "update sweep_jobs set lease_until = now() - interval '1 second'");
  const holder = await claim();
  await sweeps.release(late, goOn(0, 'late'));
  await sweeps.finish(late);
  expect(await sweeps.claim(leaseMs, 1)).toEqual([]);
  expect(await sweeps.storeSigned(late, await signedFor(late))).toBe(false);
  expect(await sweeps.storeSigned(holder, await signedFor(holder))).toBe(true);
});

test('a worker that was away while its job was done and made anew has no part in the new one', async () => {
  await ask();
  const late = await claim();
  await query(database.connectionString, "update sweep_jobs set lease_until = now() - interval '1 second'");
  await sweeps.finish(await claim());
  await query(
    database.connectionString,
    `insert into sweep_jobs (donation_id) values ('${late.donationId}')`,
  );
  const holder = await claim();
  expect(await sweeps.storeSigned(late, await signedFor(late))).toBe(false);
  await sweeps.release(late, goOn(0, 'late'));
  await sweeps.finish(late);
  expect(await sweeps.claim(leaseMs, 1)).toEqual([]);
  expect(await sweeps.storeSigned(holder, await signedFor(holder))).toBe(true);
});

test('a job whose workers die again and again waits for the end of each lease, and was refused by nobody', async () => {
  await ask();
  for (let deaths = 0; deaths < 3; deaths += 1) {
    expect((await claim()).refusals).toBe(0);
    expect(await sweeps.claim(leaseMs, 1)).toEqual([]);
    expect((await sweeps.nextDueAt())?.getTime()).toBeGreaterThan(Date.now());
    await query(database.connectionString, "update sweep_jobs set lease_until = now() - interval '1 second'");
  }
});

test('a refusal counts where its pause is stored, and not where money came meanwhile', async () => {
  await ask();
  const first = await claim();
  await sweeps.release(first, { ...refuse(first, 'would_fail'), afterMs: 0 });
  const second = await claim();
  expect(second.refusals).toBe(1);
  await db.transaction().execute((trx) =>
    trx.executeQuery(
      sweepJobChange(trx, 'sweep_jobs', second.donationId, {
        before: null,
        after: { isPart: false },
        maySettle: false,
        isEndUnstated: false,
      })!,
    ),
  );
  await sweeps.release(second, refuse(second, 'would_fail'));
  expect((await claim()).refusals).toBe(0);
});

test('while a part may go a job is left alone by what keeps coming, made where there is none, and asked again for all', async () => {
  await ask();
  const donations = createDonationStore(db, { now: () => new Date() }, 0);
  const [row] = await query(database.connectionString, 'select donation_id from sweep_jobs');
  const record = (signature: string, minute: number, over: Partial<ChainEntry> = {}) =>
    donations.change(String(row?.['donation_id']), (donation) =>
      applyEntries(donation, [{ ...dustAt(minute), signature, ...over }], new Date()),
    );
  await record('money', 0, { finalized: true, lamports: 5_000_000n });
  await record('dust', 2);
  const job = await claim();
  await record('more dust', 3);
  await record('dust', 2, { finalized: true });
  expect(await sweeps.storeSigned(job, await signedFor(job))).toBe(true);
  await sweeps.release(job, goOn(30_000));
  await record('yet more dust', 4);
  expect(await isDue()).toBe(false);
  await record('more dust', 3, { finalized: true });
  await record('yet more dust', 4, { finalized: true });
  expect(await isDue()).toBe(true);
  await record('new dust', 5);
  await sweeps.finish(await claim());
  await record('newer dust', 6);
  expect(await isDue()).toBe(true);
});

test('a job says how many of its transfers expired, beside the one that is on its way', async () => {
  await ask();
  await ask();
  const other = await claim();
  await sweeps.storeSigned(other, await signedFor(other));
  await sweeps.markExpired(other, (await signedFor(other)).signature);
  let job = await claim();
  for (const expired of [0, 1, 2]) {
    expect(job).toMatchObject({ live: null, expired });
    const signed = await signedFor(job);
    expect(await sweeps.storeSigned(job, signed)).toBe(true);
    await sweeps.release(job, goOn(0));
    job = await claim();
    expect(job).toMatchObject({
      live: { signature: signed.signature, signedAt: expect.any(Date) },
      expired,
    });
    await sweeps.markExpired(job, signed.signature);
    await sweeps.release(job, goOn(0));
    job = await claim();
  }
});

/** How the transfers of a donation, in the order in which they were signed, stand once the entry of one of them changed. */
async function statesAfter(
  restate: typeof followAgain,
  states: readonly string[],
  { at, was, is }: { at: number; was: Partial<ChainEntry>; is: Partial<ChainEntry> },
): Promise<unknown[]> {
  await ask();
  const job = await claim();
  const { donationId } = job;
  const nameOf = (place: number) => `${donationId} ${place}`;
  for (const place of states.keys()) {
    const signed = { ...(await signedFor(job)), signature: nameOf(place) };
    expect(await sweeps.storeSigned(job, signed)).toBe(true);
    await sweeps.markExpired(job, signed.signature);
  }
  for (const [place, state] of states.entries())
    await query(
      database.connectionString,
      `update sweeps set state = '${state}', ended_at = ${state === 'live' ? 'null' : 'now()'}
       where signature = '${nameOf(place)}'`,
    );
  const entry = { ...dustAt(1), signature: nameOf(at), finalized: true };
  const [before, after] = [{ entries: [{ ...entry, ...was }] }, { entries: [{ ...entry, ...is }] }];
  await db.transaction().execute(async (trx) => {
    const statement = restate(trx, 'sweeps', donationId, before, after);
    if (statement !== null) await trx.executeQuery(statement);
  });
  const rows = await query(
    database.connectionString,
    `select state from sweeps where donation_id = '${donationId}' order by created_at`,
  );
  return rows.map(({ state }) => state);
}

const untrue = { finalized: false, dropped: true };
const failed = { succeeded: false };

const takenBack = (states: string[], at: number) =>
  statesAfter(followAgain, states, { at, was: {}, is: untrue });

test('a transfer that was taken back is followed again, but for one where another one is on its way', async () => {
  expect(await takenBack(['landed'], 0)).toEqual(['live']);
  expect(await takenBack(['landed', 'live'], 0)).toEqual(['expired', 'live']);
  expect(await takenBack(['live', 'landed'], 1)).toEqual(['live', 'expired']);
});

const told = async (state: string, was: Partial<ChainEntry>, is: Partial<ChainEntry>) =>
  (await statesAfter(endAsFinal, [state], { at: 0, was, is }))[0];

test('a transfer has ended as what is final of it says, whatever was said before', async () => {
  expect(await told('expired', untrue, {})).toBe('landed');
  expect(await told('expired', untrue, failed)).toBe('failed');
  expect(await told('failed', failed, {})).toBe('landed');
  expect(await told('landed', {}, failed)).toBe('failed');
  expect(await told('live', untrue, {})).toBe('live');
  expect(await told('expired', {}, {})).toBe('expired');
});

test('a transfer that is final by the books has not expired, whatever a node that lacks it said before', async () => {
  await ask();
  const job = await claim();
  const { signature } = await signedFor(job);
  expect(await sweeps.storeSigned(job, await signedFor(job))).toBe(true);
  await query(
    database.connectionString,
    `insert into chain_entries (address, signature, slot, block_time, lamports, fee_lamports, succeeded, finalized)
     values ('${await addressOf(job)}', '${signature}', 1, now(), -1, 0, true, true)`,
  );
  const states = 'select state from sweeps';
  await sweeps.markExpired(job, signature);
  expect(await query(database.connectionString, states)).toEqual([{ state: 'live' }]);
  await query(database.connectionString, 'delete from chain_entries');
  await sweeps.markExpired(job, signature);
  expect(await query(database.connectionString, states)).toEqual([{ state: 'expired' }]);
});

test('workers that claim at once get different jobs', async () => {
  for (let count = 0; count < 8; count += 1) await ask();
  const jobs = await Promise.all(Array.from({ length: 8 }, claim));
  expect(new Set(jobs.map(({ donationId }) => donationId)).size).toBe(8);
});

test('several are claimed at once, those that were due first, each with its own transfers', async () => {
  for (let count = 0; count < 5; count += 1) await ask();
  const rows = await query(database.connectionString, 'select donation_id from sweep_jobs');
  const ids = rows.map((row) => String(row['donation_id']));
  for (const [place, id] of ids.entries()) {
    await query(
      database.connectionString,
      `update sweep_jobs set next_attempt_at = now() - ${10 - place} * interval '1 minute'
       where donation_id = '${id}'`,
    );
  }
  const [first] = await sweeps.claim(leaseMs, 1);
  const signed = await signedFor(first!);
  expect(await sweeps.storeSigned(first!, signed)).toBe(true);
  await sweeps.release(first!, goOn(-3_600_000));
  const [second] = (await sweeps.claim(leaseMs, 2)).filter(({ donationId }) => donationId !== ids[0]);
  const lost = await signedFor(second!);
  expect(await sweeps.storeSigned(second!, lost)).toBe(true);
  await sweeps.markExpired(second!, lost.signature);
  const failing = { ...(await signedFor(second!)), signature: 'another' };
  expect(await sweeps.storeSigned(second!, failing)).toBe(true);
  await sweeps.markLanded(second!, failing.signature, false);
  await query(database.connectionString, 'update sweep_jobs set lease_until = null');
  const [some, others] = await Promise.all([sweeps.claim(leaseMs, 3), sweeps.claim(leaseMs, 3)]);
  expect([some.length, others.length].toSorted((a, b) => a - b)).toEqual([2, 3]);
  const claimed = new Map([...some, ...others].map((job) => [job.donationId, job]));
  expect([...claimed.keys()].toSorted()).toEqual(ids.toSorted());
  expect(claimed.get(ids[0]!)).toMatchObject({
    live: { signature: signed.signature },
    expired: 0,
    failed: 0,
  });
  expect(claimed.get(ids[1]!)).toMatchObject({ live: null, expired: 1, failed: 1 });
  expect(claimed.get(ids[1]!)?.failedMsAgo).toBeGreaterThan(0);
  expect(claimed.get(ids[2]!)).toMatchObject({ live: null, expired: 0 });
  expect(await sweeps.claim(leaseMs, 3)).toEqual([]);
});

test('a wallet pays for one remainder at a time, also when two are stored at the same moment', async () => {
  await ask();
  await ask();
  await ask();
  const jobs = [await claim(), await claim()];
  const signed = await Promise.all(jobs.map((job) => signedFor(job, wallet)));
  const stored = await Promise.all(jobs.map((job, at) => sweeps.storeSigned(job, signed[at]!)));
  expect(stored.filter(Boolean)).toHaveLength(1);
  const first = stored.indexOf(true);
  const selfPaid = await claim();
  expect(await sweeps.storeSigned(selfPaid, await signedFor(selfPaid))).toBe(true);
  await sweeps.markLanded(jobs[first]!, signed[first]!.signature, true);
  expect(await sweeps.storeSigned(jobs[1 - first]!, signed[1 - first]!)).toBe(true);
});

async function isDue(): Promise<boolean> {
  const [row] = await query(
    database.connectionString,
    'select next_attempt_at <= now() as due from sweep_jobs',
  );
  return row?.['due'] === true;
}

test('finality that comes while a worker is on the job is not put off by it', async () => {
  for (const isEndUnstated of [true, false]) {
    await ask();
    const job = await claim();
    const change = { before: null, after: null, maySettle: true, isEndUnstated };
    await db
      .transaction()
      .execute((trx) => trx.executeQuery(sweepJobChange(trx, 'sweep_jobs', job.donationId, change)!));
    await sweeps.release(job, goOn(30_000));
    expect(await isDue()).toBe(true);
    await sweeps.finish(await claim());
  }
});

test('a transfer of ours that is seen puts its job off, unless somebody works on it; any other does not', async () => {
  await ask();
  const job = await claim();
  const signed = await signedFor(job);
  await sweeps.storeSigned(job, signed);
  const see = (signature: string) =>
    db
      .transaction()
      .execute((trx) => trx.executeQuery(waitForFinality(trx, job.donationId, [signature, 'another'])));
  await see(signed.signature);
  expect(await isDue()).toBe(true);
  await sweeps.release(job, goOn(0));
  await see('somebody else’s');
  expect(await isDue()).toBe(true);
  await see(signed.signature);
  expect(await isDue()).toBe(false);
});

test('what was put off before the clock of the database was set back is due, but for what was refused', async () => {
  const job = async (change: string): Promise<void> => {
    await ask();
    const made = `donation_id = (select id from donations where address = 'address-${index}')`;
    await query(database.connectionString, `update sweep_jobs set ${change} where ${made}`);
  };
  await job(`next_attempt_at = now() + interval '1 hour'`);
  await job(`next_attempt_at = now() + interval '5 minutes'`);
  await job(`next_attempt_at = now() + interval '1 hour', attempts = 9`);
  await job(`next_attempt_at = now() + interval '3 hours', attempts = 9`);
  await job(`next_attempt_at = now(), lease_until = now() + interval '1 hour', lease_fence = 1`);
  await sweeps.wakeOverslept();
  const rows = await query(
    database.connectionString,
    `select round(extract(epoch from next_attempt_at - now()) / 60) as due, attempts,
       round(extract(epoch from lease_until - now()) / 60, 1) as held
     from sweep_jobs order by next_attempt_at, lease_until, attempts`,
  );
  expect(rows.map((row) => [Number(row['due']), row['attempts'], row['held']])).toEqual([
    [0, 0, '0.2'],
    [0, 0, null],
    [0, 9, null],
    [5, 0, null],
    [60, 9, null],
  ]);
});

test('a command has moved what it signed itself, and not what was on its way before and landed meanwhile', async () => {
  for (const _ of ['before', 'since']) {
    await ask();
    const job = await claim();
    expect(await sweeps.storeSigned(job, await signedFor(job))).toBe(true);
    await sweeps.finish(job);
  }
  await query(
    database.connectionString,
    `update sweeps set state = 'landed', ended_at = now();
     update sweeps set created_at = now() - interval '1 hour' where created_at = (select min(created_at) from sweeps)`,
  );
  const moved = await createRecoveryStore(db).sumMoved(new Date(Date.now() - 60_000));
  expect(moved).toEqual({ lamports: 1n, feeLamports: 1n, transfers: 1 });
});
