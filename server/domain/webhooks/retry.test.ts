import { describe, expect, it } from 'vitest';
import { disabledBy, isDelivered, nextPauseMs, restMs } from './retry.ts';

const day = 86_400_000;
const failure = { status: 500, retryAfterMs: null };
const received = { event: 'donation.received' as const };

describe('a delivery', () => {
  it('has arrived with 2xx and with nothing else', () => {
    const statuses = [null, 100, 199, 200, 204, 299, 300, 301, 302, 307, 400, 404, 410, 429, 500, 503];
    expect(statuses.filter((status) => isDelivered({ ...failure, status }))).toEqual([200, 204, 299]);
  });

  it('is tried again over some three days with longer and longer pauses, then given up', () => {
    const pauses: number[] = [];
    for (let attempts = 1; ; attempts += 1) {
      const pause = nextPauseMs({ ...received, attempts }, failure, 0.5);
      if (pause === null) break;
      pauses.push(pause);
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect([pauses[0], pauses.length]).toEqual([5000, 10]);
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / day).toBeCloseTo(3.15, 1);
  });

  it('comes back a fifth earlier or later by chance', () => {
    const pauses = [0, 1].map((random) => nextPauseMs({ ...received, attempts: 2 }, failure, random));
    expect(pauses).toEqual([48_000, 72_000]);
  });

  it('waits as long as the receiver asks for, within six hours', () => {
    const pauses = [0, 1000, 60_000, 30 * day].map((retryAfterMs) =>
      nextPauseMs({ ...received, attempts: 1 }, { status: 429, retryAfterMs }, 0.5),
    );
    expect(pauses).toEqual([5000, 5000, 60_000, day / 4]);
  });

  it('that is a test has one attempt', () => {
    expect(nextPauseMs({ event: 'test', attempts: 1 }, failure, 0.5)).toBeNull();
  });
});

describe('a webhook', () => {
  it('whose receiver fails is let alone for a minute at most, or as it asks within a quarter of an hour', () => {
    expect([1, 2, 3, 7, 1000].map((failures) => restMs(failures, failure))).toEqual([
      1000, 2000, 4000, 60_000, 60_000,
    ]);
    expect(restMs(1, { status: 503, retryAfterMs: day })).toBe(900_000);
  });

  it('is switched off by 410, or after five days of nothing but failures; never by a test', () => {
    const now = new Date();
    const since = (days: number) => new Date(now.getTime() - days * day);
    const gone = { status: 410, retryAfterMs: null };
    expect(disabledBy({ ...received, failingSince: now }, gone, now)).toBe('gone');
    expect(disabledBy({ ...received, failingSince: since(4.9) }, failure, now)).toBeNull();
    expect(disabledBy({ ...received, failingSince: since(5) }, failure, now)).toBe('failing');
    expect(disabledBy({ event: 'test', failingSince: since(9) }, gone, now)).toBeNull();
  });
});
