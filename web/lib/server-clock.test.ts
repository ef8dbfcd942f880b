import { beforeEach, expect, it } from 'vitest';
import { learnServerTime, serverNow } from './server-clock.ts';

const now = Date.UTC(2026, 10, 21, 12);
/** An answer that the server wrote by its clock, so long after it was asked and before it was read. */
const hear = (writtenMs: number, askedMsAgo = 50) =>
  learnServerTime(new Date(writtenMs).toUTCString(), now - askedMsAgo, now);

beforeEach(() => hear(now));

it('follows the server where the own clock is wrong, and its own where the difference is only travel time', () => {
  hear(now + 600_000);
  expect(Math.abs(serverNow(now) - (now + 600_000))).toBeLessThan(1000);
  hear(now - 1000);
  expect(serverNow(now)).toBe(now);
});

it('an answer that was long under way does not turn the clock, whenever on its way it was written', () => {
  for (const writtenMs of [now - 5000, now - 2500, now]) {
    hear(writtenMs, 5000);
    expect(serverNow(now)).toBe(now);
  }
});

it('a wrong clock is learned from a slow answer too, and stays as it was learned until an answer contradicts it', () => {
  for (const aheadMs of [600_000, -600_000]) {
    hear(now + aheadMs - 2500, 5000);
    const learned = serverNow(now);
    expect(Math.abs(learned - (now + aheadMs))).toBeLessThanOrEqual(3000);
    hear(now + aheadMs - 5000, 5000);
    expect(serverNow(now)).toBe(learned);
  }
});

it('learns nothing from an answer without a date', () => {
  learnServerTime(null, 0);
  expect(serverNow(5)).toBe(5);
});
