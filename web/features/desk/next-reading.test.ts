import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { learnServerTime } from '#web/lib/server-clock.ts';
import { aDesk, anAlert } from './desk-fixture.ts';
import { nextReadingMs } from './next-reading.ts';

const startMs = Date.UTC(2026, 10, 21, 12);

/** A desk with an alert on stream that ends so long after the start. */
function onStream(endsInMs: number, isSettled: boolean) {
  const [sentAt, endsAt] = [startMs, startMs + endsInMs].map((ms) => new Date(ms).toISOString());
  return aDesk({ now: { ...anAlert('a'), sentAt: sentAt ?? '', endsAt: endsAt ?? '', isSettled } });
}

beforeEach(() => {
  vi.useFakeTimers({ now: startMs });
});
afterEach(() => {
  learnServerTime(new Date(startMs).toUTCString(), startMs, startMs);
  vi.useRealTimers();
});

it('a connected desk is told of everything but the end of an alert that counts as shown', () => {
  expect(nextReadingMs(undefined, true)).toBe(false);
  expect(nextReadingMs(aDesk(), true)).toBe(false);
  expect(nextReadingMs(onStream(8000, false), true)).toBe(false);
  expect(nextReadingMs(onStream(8000, true), true)).toBe(8500);
  expect(nextReadingMs(onStream(-60_000, true), true)).toBe(500);
});

it('without the socket the desk is read every five seconds, during an alert too, and soon after its end', () => {
  expect(nextReadingMs(undefined, false)).toBe(5000);
  expect(nextReadingMs(aDesk(), false)).toBe(5000);
  expect(nextReadingMs(onStream(8000, true), false)).toBe(5000);
  expect(nextReadingMs(onStream(2000, true), false)).toBe(2500);
});

it('the end of an alert is reckoned by the server’s clock, however slow or fast the own one is', () => {
  for (const aheadMs of [600_000, -600_000]) {
    const ownMs = startMs - aheadMs;
    learnServerTime(new Date(startMs).toUTCString(), ownMs - 1000, ownMs);
    vi.setSystemTime(ownMs);
    // The date is of a whole second, and the answer was one under way.
    expect(Math.abs((nextReadingMs(onStream(8000, true), true) || 0) - 8500)).toBeLessThanOrEqual(1000);
  }
});
