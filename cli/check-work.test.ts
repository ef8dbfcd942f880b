import { beforeAll, expect, it } from 'vitest';
import { lateEventsMs, lateMoneyMs, type OperationFigures } from '#server/app/operation-ports.ts';
import { openDatabase } from '#server/postgres/database.ts';
import { findHoldUps, type HoldUps } from '#server/postgres/hold-ups.ts';
import { createOperationReads } from '#server/postgres/operation-figures.ts';
import { createTestDatabase } from '#server/test/database.ts';
import { checkWork } from './check-work.ts';

const now = new Date('2026-11-20T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

/** Of an empty database, as if a server ran on it. */
let figures: OperationFigures;
let holdUps: HoldUps;
beforeAll(async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.connectionString, { maxConnections: 2, onError: () => {} });
  const read = await createOperationReads(db, { now: () => now }).figures();
  figures = { ...read, processes: [{ id: 'a', startedAt: ago(60_000), seenAt: now, hearsChain: true }] };
  holdUps = await findHoldUps(db);
  await db.destroy();
  await database.drop();
});

/** What is not well, by its level. */
function troubles(late: Partial<OperationFigures>, held: Partial<HoldUps>): string[] {
  return checkWork({ ...figures, ...late }, { ...holdUps, ...held }, now)
    .filter(({ level }) => level !== 'ok')
    .map(({ level, what }) => `${level}: ${what}`);
}

const lateEvents = lateEventsMs / 1000;
const lateMoney = lateMoneyMs / 1000;

it('a transaction that holds events up is told once, as a problem as soon as events are late', () => {
  expect(troubles({}, { writingSeconds: lateEvents })).toEqual([]);
  expect(troubles({}, { writingSeconds: lateEvents + 1 })).toEqual([
    'warning: A transaction of the database has been open for 6 s: events wait for it',
  ]);
  expect(troubles({ eventLagSeconds: lateEvents + 6 }, { writingSeconds: 60 })).toEqual([
    'problem: Changes cannot be heard since 11 s',
  ]);
});

it('a transaction that does not become final is told once, as a problem as soon as its money is late', () => {
  expect(troubles({}, { unfinalizedSeconds: lateMoney })).toEqual([]);
  expect(troubles({}, { unfinalizedSeconds: lateMoney + 60 })).toEqual([
    'warning: A transaction on the chain is not final since 11 min',
  ]);
  const unswept = { addresses: 1, lamports: 5_000_000n, oldestAt: ago(lateMoneyMs + 120_000) };
  const money = { ...figures.money, unswept };
  expect(troubles({ money }, { unfinalizedSeconds: lateMoney + 60 })).toEqual([
    'problem: 0.005 SOL on 1 address wait to be passed on, the oldest for 12 min',
  ]);
});
