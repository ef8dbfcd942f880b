import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HistoryTooShort, Permanent, Transient } from '#server/app/outside.ts';
import type { Hints, Ports } from '#server/app/ports.ts';
import type { SweepChain } from '#server/app/sweep-ports.ts';
import type { TokenChain, TokenPorts } from '#server/app/token-ports.ts';
import type { WalletChain, WalletPorts } from '#server/app/wallet-ports.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createDonationStore } from '#server/postgres/donations/donation-store.ts';
import { createStreamerStore } from '#server/postgres/accounts/streamer-store.ts';
import { createSweepStore } from '#server/postgres/money/sweep-store.ts';
import { createTokenSweepStore } from '#server/postgres/money/token-sweep-store.ts';
import { createWithdrawalStore } from '#server/postgres/money/withdrawal-store.ts';
import { sweep, sweepTokensOn } from '#server/workers/sweep.ts';
import { withdraw } from '#server/workers/withdraw.ts';
import type { Worker } from '#server/workers/work-loop.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { until } from '#server/test/test-client.ts';

const clock = { now: () => new Date() };
const hints: Hints = { on: () => () => undefined };
const log = { info() {}, warn() {}, error() {} };

let database: TestDatabase;
let db: Database;
let worker: Worker;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 8, onError: () => undefined });
  await rowsOf(sql`insert into installation (genesis_hash, seed_fingerprint, key_epoch) values ('', '', 0)`);
  await rowsOf(sql`
    insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code)
    values ('streamer', '', 'wallet', 1, 0, 'a', 'b')`);
  await rowsOf(
    sql`insert into tokens (mint, symbol, decimals, minimum_units, is_allowed) values ('mint', 'T', 6, 1, true)`,
  );
  await plantDonation('in SOL', sql`null, null, null, null`);
  await plantDonation('in tokens', sql`'mint', 'account', 1, 9`);
  await rowsOf(sql`
    insert into chain_entries (address, signature, slot, block_time, lamports, fee_lamports, succeeded, finalized)
    values ('in SOL', 'payment', 1, now(), 9, 0, true, true)`);
  await rowsOf(sql`
    insert into token_entries (donation_id, signature, slot, block_time, units, succeeded, finalized)
    select id, 'payment', 1, now(), 9, true, true from donations where address = 'in tokens'`);
});
beforeEach(() => {
  signs = [];
  outcomes = [];
});
afterEach(() => worker.stop());
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function rowsOf<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(db)).rows;
}

let index = 0;
const plantDonation = (address: string, token: RawBuilder<unknown>) =>
  rowsOf(sql`
    insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports,
      received_lamports, paid_at, created_at, expires_at, token_mint, token_account, minimum_units, received_units)
    select id, 'donor', '', ${address}, 1, 0, ${(index += 1)}, 1, 9, now(), now(), now() + interval '10 minutes', ${token}
    from users`);

/** What a chain answers, one after the other: the last one for ever. */
type Answer =
  | 'accepted'
  | 'refused'
  | 'no answer'
  | 'too short'
  | 'refused for good'
  | 'unknown'
  | 'expired'
  | 'landed';
const times = (count: number, answer: Answer) => Array<Answer>(count).fill(answer);
let signs: Answer[] = [];
let outcomes: Answer[] = [];

function take(answers: Answer[]): Answer {
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (answer === undefined) throw new Error('The test says what the chain answers.');
  if (answer === 'no answer') throw new Transient('no node answers');
  if (answer === 'too short') throw new HistoryTooShort('no history goes back so far');
  if (answer === 'refused for good') throw new Permanent('invalid request');
  return answer;
}

let signatures = 0;
const signed = () => ({
  signature: `signature-${(signatures += 1)}`,
  raw: new Uint8Array(3),
  destination: 'wallet',
  lamports: 8n,
  feeLamports: 1n,
  lastValidBlockHeight: 1n,
});
const onItsWay = {
  send: async () => undefined,
  outcome: async (): Promise<never> =>
    ({
      state: take(outcomes),
      isSeen: false,
      entry: { succeeded: true, blockTime: new Date() },
    }) as never,
};

const sweepChain = {
  sign: async () =>
    take(signs) === 'accepted'
      ? { ...signed(), feePayer: 'in SOL' }
      : { refused: 'would_fail', chainLamports: 9n },
  ...onItsWay,
} as Partial<SweepChain> as SweepChain;

const tokenChain = {
  sign: async () =>
    take(signs) === 'accepted'
      ? { ...signed(), mint: 'mint', account: 'account', units: 9n, feePayer: 'payer' }
      : { refused: 'books_differ', chainUnits: 0n },
  ...onItsWay,
} as Partial<TokenChain> as TokenChain;

const walletChain = {
  sign: async () =>
    take(signs) === 'accepted'
      ? { signed: { ...signed(), signedSlot: 1n }, sums: { arrives: 8n, fee: 1n, remains: 0n }, balance: 9n }
      : { refused: 'would_fail' },
  ...onItsWay,
} as Partial<WalletChain> as WalletChain;

const withdrawalStore = () => createWithdrawalStore(db, clock);
const commonPorts = () => {
  const donations = createDonationStore(db, clock, 0);
  return { donations, streamers: createStreamerStore(db, clock), clock, hints };
};

const kinds = [
  {
    kind: 'SOL',
    jobs: sql.table('sweep_jobs'),
    transfers: sql.table('sweeps'),
    address: 'in SOL',
    start: () => sweep({ ...commonPorts(), sweeps: createSweepStore(db), sweepChain }, log),
  },
  {
    kind: 'tokens',
    jobs: sql.table('token_sweep_jobs'),
    transfers: sql.table('token_sweeps'),
    address: 'in tokens',
    start: () => {
      const tokens = { sweeps: createTokenSweepStore(db), chain: tokenChain };
      return sweepTokensOn({ ...commonPorts(), tokens: tokens as Partial<TokenPorts> as TokenPorts }, log);
    },
  },
];

describe.each(kinds)('passing $kind on', ({ jobs, transfers, address, start }) => {
  beforeEach(async () => {
    await rowsOf(sql`delete from ${transfers}`);
    await rowsOf(sql`delete from ${jobs}`);
    await rowsOf(sql`
      insert into ${jobs} (donation_id, next_attempt_at)
      select id, now() + interval '1 hour' from donations where address = ${address}`);
    worker = start();
  });

  const read = async () => {
    const [row] = await rowsOf(
      sql<{ fence: bigint; isHeld: boolean; error: string | null; live: boolean; pause: number }>`
        select fence, lease_until is not null as "isHeld", last_error as error,
          exists (select from ${transfers} where state = 'live') as live,
          extract(epoch from next_attempt_at - now())::float8 as pause
        from ${jobs}`,
    );
    if (row === undefined) throw new Error('There is a job.');
    return row;
  };

  /** Has the worker try again, now; what it stored once it was done. */
  async function tryAgain() {
    const { fence } = await read();
    await rowsOf(sql`update ${jobs} set next_attempt_at = now()`);
    worker.wake();
    let stored = await read();
    await until(async () => {
      stored = await read();
      // What is to go on at once is not done yet.
      expect([stored.isHeld, stored.fence > fence, stored.pause > 0]).toEqual([false, true, true]);
    });
    return stored;
  }

  async function tryTimes(count: number) {
    for (let time = 0; time < count; time += 1) expect((await tryAgain()).pause).toBeLessThanOrEqual(60);
  }

  test('refusals in a row wait ever longer, up to an hour, and begin anew once the chain takes it', async () => {
    signs = ['refused'];
    for (const most of [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]) {
      const { pause } = await tryAgain();
      expect([most, pause > most - 9, pause <= most]).toEqual([most, true, true]);
    }
    signs = ['accepted'];
    expect((await tryAgain()).live).toBe(true);
    [signs, outcomes] = [['refused'], ['expired']];
    const { pause, live } = await tryAgain();
    expect([live, pause <= 10]).toEqual([false, true]);
  });

  test('one refusal after a transfer that was looked at until it expired costs seconds', async () => {
    [signs, outcomes] = [['accepted'], ['unknown']];
    await tryTimes(15);
    expect((await read()).live).toBe(true);
    [signs, outcomes] = [['refused'], ['expired']];
    const { pause, live } = await tryAgain();
    expect([live, pause <= 10]).toEqual([false, true]);
    signs = ['accepted'];
    expect((await tryAgain()).live).toBe(true);
  });

  test('an outage of nodes counts as no refusal, before a transfer is signed and while it is on its way', async () => {
    signs = ['no answer'];
    await tryTimes(14);
    signs = ['refused'];
    expect((await tryAgain()).pause).toBeLessThanOrEqual(10);
    [signs, outcomes] = [['accepted'], ['no answer']];
    await tryTimes(14);
    [signs, outcomes] = [['refused'], ['expired']];
    expect((await tryAgain()).pause).toBeLessThanOrEqual(10);
  });

  test('what no node’s history goes back to is asked for every five minutes, and no sooner', async () => {
    signs = ['accepted'];
    await tryAgain();
    outcomes = ['too short'];
    for (let time = 0; time < 3; time += 1) {
      const { pause, live, error } = await tryAgain();
      expect([live, pause > 290, pause <= 300]).toEqual([true, true, true]);
      expect(error).toContain('no history goes back so far');
    }
  });

  test('what a node refuses for good waits ever longer, unless a transfer is on its way', async () => {
    signs = ['refused for good'];
    const pauses = [await tryAgain(), await tryAgain(), await tryAgain()].map(({ pause }) => pause);
    expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses);
    expect(pauses.at(-1)).toBeGreaterThan(30);
    [signs, outcomes] = [['accepted'], ['refused for good']];
    await tryTimes(14);
  });
});

/** Carries a withdrawal out, with no time between the tries; what came of it. */
async function carryOut() {
  const [streamer] = await rowsOf(sql<{ id: string }>`select id from users`);
  const userId = streamer?.id ?? '';
  const made = await withdrawalStore().create({
    id: randomUUID(),
    userId,
    keyEpoch: 0,
    destination: 'elsewhere',
    isAll: false,
    lamports: 8n,
    feeLamports: 1n,
    unitPrice: 0n,
    balanceLamports: 9n,
  });
  let end: unknown;
  await until(async () => {
    await rowsOf(
      sql`update withdrawals set next_attempt_at = now() where ended_at is null and lease_until is null`,
    );
    worker.wake();
    [end] = await rowsOf(sql`
      select landed_at is not null as landed, given_up_why as why
      from withdrawals where id = ${made.id} and ended_at is not null`);
    expect(end).toBeDefined();
  });
  return end;
}

describe('a withdrawal', () => {
  beforeEach(() => {
    const wallet = {
      withdrawals: withdrawalStore(),
      chain: walletChain,
    } as Partial<WalletPorts> as WalletPorts;
    const settings = { keyEpoch: 0 } as Ports['settings'];
    worker = withdraw({ ...commonPorts(), wallet, settings }, log);
  });

  test('is not ended by the first refusals after a transfer that was looked at until it expired', async () => {
    signs = ['accepted', 'refused', 'refused', 'refused', 'accepted'];
    outcomes = [...times(6, 'unknown'), 'expired', 'landed'];
    expect(await carryOut()).toEqual({ landed: true, why: null });
  });

  test('is not ended by an outage of nodes', async () => {
    signs = [...times(6, 'no answer'), ...times(3, 'refused'), 'no answer', 'refused', 'accepted'];
    outcomes = ['landed'];
    expect(await carryOut()).toEqual({ landed: true, why: null });
  });

  test('is ended by the fourth refusal in a row', async () => {
    signs = ['refused', 'refused', 'refused', 'refused', 'accepted'];
    outcomes = ['landed'];
    expect(await carryOut()).toEqual({ landed: false, why: 'refused' });
    expect(signs).toEqual(['accepted']);
  });
});
