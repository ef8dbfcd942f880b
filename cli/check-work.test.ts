import { expect, it } from 'vitest';
import { lateEventsMs, lateMoneyMs } from '#server/app/operation-ports.ts';
import type { HoldUps } from '#server/postgres/hold-ups.ts';
import { figuresWith } from '#server/test/operation-fixture.ts';
import { checkWork } from './check-work.ts';

const now = new Date('2026-11-20T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const processes = [{ id: 'a', startedAt: ago(60_000), seenAt: now }];

/** What is not well, by its level. */
function troubles(figures: Parameters<typeof figuresWith>[0], holdUps: HoldUps): string[] {
  const all = figuresWith({ ...figures, rest: { processes, ...figures.rest } });
  return checkWork(all, holdUps, now)
    .filter(({ level }) => level !== 'ok')
    .map(({ level, what }) => `${level}: ${what}`);
}

const none = { writingSeconds: null, unfinalizedSeconds: null };
const lateEvents = lateEventsMs / 1000;
const lateMoney = lateMoneyMs / 1000;

it('a transaction that holds events up is told once, as a problem as soon as events are late', () => {
  expect(troubles({}, { ...none, writingSeconds: lateEvents })).toEqual([]);
  expect(troubles({}, { ...none, writingSeconds: lateEvents + 1 })).toEqual([
    'warning: A transaction of the database has been open for 6 s: events wait for it',
  ]);
  const late = { rest: { eventLagSeconds: lateEvents + 6 } };
  expect(troubles(late, { ...none, writingSeconds: 60 })).toEqual([
    'problem: Changes cannot be heard since 11 s',
  ]);
});

it('a transaction that does not become final is told once, as a problem as soon as its money is late', () => {
  expect(troubles({}, { ...none, unfinalizedSeconds: lateMoney })).toEqual([]);
  expect(troubles({}, { ...none, unfinalizedSeconds: lateMoney + 60 })).toEqual([
    'warning: A transaction on the chain is not final since 11 min',
  ]);
  const unswept = { addresses: 1, lamports: 5_000_000n, oldestAt: ago(lateMoneyMs + 120_000) };
  expect(troubles({ money: { unswept } }, { ...none, unfinalizedSeconds: lateMoney + 60 })).toEqual([
    'problem: 0.005 SOL wait to be passed on, the oldest for 12 min',
  ]);
});
