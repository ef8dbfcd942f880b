import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDate, previewAddress, shortAddress, timeAgo } from './format.ts';

it('dates are US English with hours and minutes', () => {
  expect(formatDate(new Date(2026, 10, 21, 10, 5).toISOString())).toBe('Nov 21, 2026, 10:05 AM');
});

it('addresses keep 8 characters, or 4 at each end', () => {
  expect(previewAddress('7Hk3pQ9xVbR2mWcY')).toBe('7Hk3pQ9x…');
  expect(shortAddress('7Hk3pQ9xVbR2mWcY')).toBe('7Hk3…mWcY');
});

describe('how long ago something was', () => {
  const zone = process.env['TZ'];
  beforeAll(() => {
    process.env['TZ'] = 'Europe/Madrid';
  });
  afterAll(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it.each([
    ['2026-11-21T12:00:00', 20, 'just now'],
    ['2026-11-21T12:00:00', 180, '3 minutes ago'],
    ['2026-11-21T12:00:00', 7200, '2 hours ago'],
    ['2026-11-21T00:30:00', 23 * 3600, '23 hours ago'],
    ['2026-11-21T12:00:00', 24 * 3600, 'yesterday'],
    ['2026-11-21T12:00:00', 36 * 3600, 'yesterday'],
    ['2026-11-21T12:00:00', 36 * 3600 + 1, '2 days ago'],
    ['2026-11-21T12:00:00', 47 * 3600, '2 days ago'],
    ['2026-11-21T23:59:00', 47 * 3600, 'yesterday'],
    ['2026-11-21T00:01:00', 25 * 3600, '2 days ago'],
    ['2027-01-02T12:00:00', 48 * 3600, '2 days ago'],
    // Clocks went forward at 02:00 on 29 March: 47 hours since the midnight two days before.
    ['2026-03-30T00:00:00', 47 * 3600, '2 days ago'],
    // Clocks went back on 25 October: a day of 25 hours.
    ['2026-10-25T23:30:00', 24 * 3600, 'today'],
    ['2026-10-26T00:30:00', 25 * 3600, 'yesterday'],
  ])('at %s, %i seconds ago was %s', (local, seconds, words) => {
    const now = new Date(local).getTime();
    expect(timeAgo(new Date(now - seconds * 1000).toISOString(), now)).toBe(words);
  });
});
