import { expect, it } from 'vitest';
import { dayAt, dayByKey, dayName, spokenDay } from './chart-days.ts';

it('a day keeps its date whatever the time zone of the browser', () => {
  expect(dayName('2026-11-21', 'short')).toBe('Nov 21');
  expect(dayName('2026-01-01', 'long')).toBe('January 1');
});

it('a day is spoken with its exact amount and how many donations it had', () => {
  expect(spokenDay({ date: '2026-11-21', amount: 11.4, count: 9 })).toBe(
    'November 21: 11.400000 SOL, 9 donations',
  );
  expect(spokenDay({ date: '2026-11-21', amount: 11.4, count: 1234 })).toBe(
    'November 21: 11.400000 SOL, 1,234 donations',
  );
  expect(spokenDay({ date: '2026-11-20', amount: 0.002, count: 1 })).toBe(
    'November 20: 0.002000 SOL, 1 donation',
  );
  expect(spokenDay({ date: '2026-11-19', amount: 0, count: 0 })).toBe(
    'November 19: 0.000000 SOL, no donations',
  );
});

const from = (index: number) => (key: string) => dayByKey(key, index, 14);

it('arrows go by a day, pages by a week, Home and End to the ends, never beyond', () => {
  expect(['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'].map(from(5))).toEqual([4, 4, 6, 6]);
  expect(['PageDown', 'PageUp', 'Home', 'End'].map(from(5))).toEqual([0, 12, 0, 13]);
  expect(['ArrowLeft', 'Home'].map(from(0))).toEqual([0, 0]);
  expect(['ArrowRight', 'PageUp', 'End'].map(from(13))).toEqual([13, 13, 13]);
  expect(['Tab', 'Enter', 'a'].map(from(5))).toEqual([null, null, null]);
});

it('every column belongs to its day, edges included', () => {
  expect([-3, 0, 39.9, 40, 559, 560, 570].map((x) => dayAt(x, 560, 14))).toEqual([0, 0, 0, 1, 13, 13, 13]);
});
