import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLimiter, type Limiter } from '#server/app/limits/limiter.ts';
import { limitGroups, type Limits } from '#server/app/limits/limits.ts';
import { Secret } from '#server/app/secret.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createLimitCounts } from '#server/postgres/operator/limit-counts.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 8, onError: () => undefined });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const nothing = Object.fromEntries(limitGroups.map((group) => [group, {}])) as Limits;
const of = (max: number) => ({ max, windowMs: 3_600_000 });
const strict = { isGenerous: false };
const readCounts = () => db.selectFrom('limit_counts').selectAll().execute();

const guest = { ...strict, address: '192.0.2.3' };
const from = (limiter: Limiter, address: string, account: string) =>
  limiter.countExactly('login', { ...strict, address, account, all: true });

/** Two processes on one database, whose secret is the test's own so that no test counts for another. */
function openTwo(limits: Partial<Limits>): [Limiter, Limiter] {
  const secret = new Secret(crypto.getRandomValues(new Uint8Array(32)));
  const open = (): Limiter => {
    const counts = createLimitCounts(db);
    return createLimiter({ limits: { ...nothing, ...limits }, counts, secret, log: { warn: console.warn } });
  };
  const two: [Limiter, Limiter] = [open(), open()];
  onTestFinished(async () => void (await Promise.all(two.map((limiter) => limiter.stop()))));
  return two;
}

describe('the counts of all processes', () => {
  test('are exact for sensitive calls, however many come at once', async () => {
    const [one, other] = openTwo({ login: { address: of(7), account: of(100), all: of(1000) } });
    const who = { ...strict, address: '192.0.2.1', account: 'name anna', all: true } as const;
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : other).countExactly('login', who)),
    );
    expect(replies.filter((reply) => reply === null)).toHaveLength(7);
    expect(replies.find((reply) => reply !== null)).toMatchObject({ part: 'address' });
  });

  test('hold one name whoever guesses, and what was refused counts for nobody else', async () => {
    const [one, other] = openTwo({ login: { address: of(2), account: of(5), all: of(9) } });
    const replies = [];
    for (let address = 0; address < 8; address += 1) {
      replies.push((await from(address % 2 ? one : other, `10.0.0.${address}`, 'name anna'))?.part);
    }
    expect(replies).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'account',
      'account',
      'account',
    ]);
    for (let call = 0; call < 9; call += 1) await from(one, '10.9.9.9', 'name bert');
    expect(await from(one, '10.8.8.8', 'name bert')).toBeNull();
    expect(await from(other, '10.7.7.7', 'name carl')).toBeNull();
  });

  test('are exchanged for frequent calls', async () => {
    const two = openTwo({ read: { address: of(50) } });
    let passed = 0;
    const callEach = (): boolean[] => two.map((limiter) => limiter.count('read', guest) === null);
    const flood = (times: number): void => {
      for (let index = 0; index < times; index += 1) passed += callEach().filter(Boolean).length;
    };
    flood(30);
    expect(passed).toBe(60);
    await vi.waitFor(
      () => {
        flood(1);
        expect(callEach()).toEqual([false, false]);
      },
      { timeout: 5000, interval: 200 },
    );
    expect(passed).toBeLessThan(90);
  });

  test('tell neither address nor name, need no disk, and go when their window is over', async () => {
    const [one] = openTwo({ login: { address: of(2), account: of(2) } });
    await one.countExactly('login', { ...strict, address: '192.0.2.77', account: 'name dora' });
    const counts = JSON.stringify(await readCounts());
    for (const told of ['192.0.2.77', 'name dora']) expect(counts).not.toContain(told);
    await db
      .updateTable('limit_counts')
      .set({ ends_at: new Date(Date.now() - 120_000) })
      .execute();
    await createLimitCounts(db).forgetPast();
    expect(await readCounts()).toEqual([]);
  });
});
