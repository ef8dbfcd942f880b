import { expect, test } from 'vitest';
import { backupsToRemove, type KeptBackup } from './backup-retention.ts';
import { isBackupOverdue, nextBackupAt } from './backup-schedule.ts';

const keep = { daily: 7, weekly: 4, monthly: 6 };
const dayMs = 86_400_000;
const day = (at: Date) => at.toISOString().slice(0, 10);

const at = (hours: number) => new Date(Date.UTC(2026, 0, 5) + hours * 3_600_000);
const made = (...hours: number[]) => hours.map((each) => ({ id: `${each}`, at: at(each), isGood: true }));
const gone = (kept: KeptBackup[], upgradedAt: Date | null) => backupsToRemove(kept, keep, upgradedAt);

/** A back-up a day, as if retention had run after each; what is left at the end. */
function keepThrough(days: number, isGood: (index: number) => boolean = () => true): KeptBackup[] {
  let kept: KeptBackup[] = [];
  for (let index = 0; index < days; index += 1) {
    const at = new Date(Date.UTC(2026, 0, 1, 3) + index * dayMs);
    kept.push({ id: day(at), at, isGood: isGood(index) });
    const gone = new Set(backupsToRemove(kept, keep, null));
    kept = kept.filter(({ id }) => !gone.has(id));
  }
  return kept;
}

test('after a year of days the last 7 days, 4 Sundays and 6 ends of months are left', () => {
  expect(keepThrough(365).map(({ id }) => id)).toEqual([
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-30',
    '2026-12-13',
    '2026-12-20',
    '2026-12-25',
    '2026-12-26',
    '2026-12-27',
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
  ]);
});

test('the last good back-up stays however old it gets, beside the newest two that are not proven', () => {
  expect(keepThrough(200, (index) => index < 3).map(({ id }) => id)).toEqual([
    '2026-01-01',
    '2026-01-02',
    '2026-01-03',
    '2026-07-18',
    '2026-07-19',
  ]);
  const only = [{ id: 'a', at: new Date(0), isGood: true }];
  expect(backupsToRemove(only, { daily: 0, weekly: 0, monthly: 0 }, null)).toEqual([]);
  expect(backupsToRemove([], keep, null)).toEqual([]);
});

test('the last good one before an upgrade stays beside newer ones of that day, for a week', () => {
  expect(gone(made(1, 2, 3), null)).toEqual(['2', '1']);
  expect(gone(made(1, 2, 3), at(2.5))).toEqual(['1']);
  expect(gone(made(1, 2, 2.5 + 7 * 24 - 1), at(2.5))).toEqual(['1']);
  expect(gone(made(1, 2, 3, 2.5 + 7 * 24), at(2.5))).toEqual(['2', '1']);
  expect(gone(made(3, 4), at(2.5))).toEqual(['3']);
});

test('what is not proven goes once a newer good one is there', () => {
  expect(keepThrough(4, (index) => index !== 1).map(({ id }) => id)).toEqual([
    '2026-01-01',
    '2026-01-03',
    '2026-01-04',
  ]);
});

test('the next one is due an interval after the last; sooner after one that failed', () => {
  const at = new Date('2026-11-22T03:00:00Z');
  const minutes = (failure: Parameters<typeof nextBackupAt>[0], everyMs = dayMs) =>
    (nextBackupAt(failure, at, everyMs).getTime() - at.getTime()) / 60_000;
  expect(minutes(null)).toBe(60);
  expect(minutes({ startedAt: at, failure: null })).toBe(24 * 60);
  expect(minutes({ startedAt: at, failure: 'no_room' })).toBe(60);
  expect(minutes({ startedAt: at, failure: 'ended' })).toBe(10);
  expect(minutes({ startedAt: at, failure: 'ended' }, 60_000)).toBe(1);
  const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
  expect(isBackupOverdue(null, at, dayMs, later(48))).toBe(false);
  expect(isBackupOverdue(null, at, dayMs, later(49))).toBe(true);
  expect(isBackupOverdue(later(40), at, dayMs, later(49))).toBe(false);
});
