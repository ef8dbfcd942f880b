import { expect, test } from 'vitest';
import { judgePrice } from './judge-price.ts';

const now = new Date('2026-11-21T12:00:00Z');
const rules = { now, digits: 2, believedMs: 1_800_000 };
const before = (priceMicros: bigint, minutesAgo: number) => ({
  priceMicros,
  readAt: new Date(now.getTime() - minutesAgo * 60_000),
});

test('zero and what no currency needs is implausible', () => {
  expect(judgePrice(0n, null, rules)).toBe('implausible');
  expect(judgePrice(10n ** 14n, null, rules)).toBe('taken');
  expect(judgePrice(10n ** 14n + 1n, null, rules)).toBe('implausible');
  expect(judgePrice(10n ** 14n, null, { ...rules, digits: 3 })).toBe('implausible');
});

test('a price may double or halve between two answers, and no more', () => {
  const last = before(100_000_000n, 5);
  expect(judgePrice(200_000_000n, last, rules)).toBe('taken');
  expect(judgePrice(200_000_001n, last, rules)).toBe('jumped');
  expect(judgePrice(50_000_000n, last, rules)).toBe('taken');
  expect(judgePrice(49_999_999n, last, rules)).toBe('jumped');
});

test('a jump is taken once the price before it is believed no more', () => {
  expect(judgePrice(900_000_000n, before(100_000_000n, 30), rules)).toBe('jumped');
  expect(judgePrice(900_000_000n, before(100_000_000n, 30.01), rules)).toBe('taken');
});
