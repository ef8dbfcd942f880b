import { beforeAll, expect, it } from 'vitest';
import { lateMoneyMs, type OperationFigures } from '#server/app/operation-ports.ts';
import { openDatabase } from '#server/postgres/connection/database.ts';
import { createOperationReads } from '#server/postgres/operator/operation-figures.ts';
import { createTestDatabase } from '#server/test/database.ts';
import { checkWork } from './check-work.ts';

const now = new Date('2026-11-20T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

/** Of an empty database, as if a server ran on it. */
let figures: OperationFigures;
beforeAll(async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.connectionString, { maxConnections: 2, onError: () => {} });
  const read = await createOperationReads(db, { now: () => now }).figures();
  figures = { ...read, processes: [{ id: 'a', startedAt: ago(60_000), seenAt: now, hearsChain: true }] };
  await db.destroy();
  await database.drop();
});

/** What is not well, by its level. */
function troubles(late: Partial<OperationFigures>, unfinalizedSeconds: number): string[] {
  return checkWork({ ...figures, ...late }, unfinalizedSeconds, now)
    .filter(({ level }) => level !== 'ok')
    .map(({ level, what }) => `${level}: ${what}`);
}

const lateMoney = lateMoneyMs / 1000;

it('a transaction that does not become final is told once, as a problem as soon as its money is late', () => {
  expect(troubles({}, lateMoney)).toEqual([]);
  expect(troubles({}, lateMoney + 60)).toEqual([
    'warning: A transaction on the chain is not final since 11 min',
  ]);
  const unswept = { addresses: 1, lamports: 5_000_000n, oldestAt: ago(lateMoneyMs + 120_000) };
  const money = { ...figures.money, unswept };
  expect(troubles({ money }, lateMoney + 60)).toEqual([
    'problem: 0.005 SOL on 1 address wait to be passed on, the oldest for 12 min',
  ]);
});
