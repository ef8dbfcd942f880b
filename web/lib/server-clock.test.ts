import { expect, it } from 'vitest';
import { learnServerTime, serverNow } from './server-clock.ts';

it('follows the server where the own clock is wrong, and its own where the difference is only travel time', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  learnServerTime(new Date(now + 600_000).toUTCString(), now);
  expect(serverNow(now)).toBe(now + 600_000);
  learnServerTime(new Date(now - 1000).toUTCString(), now);
  expect(serverNow(now)).toBe(now);
});

it('learns nothing from an answer without a date', () => {
  learnServerTime(null);
  expect(serverNow(5)).toBe(5);
});
