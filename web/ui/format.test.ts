import { expect, it } from 'vitest';
import { formatDate, previewAddress, shortAddress, timeAgo } from './format.ts';

it('dates are US English with hours and minutes', () => {
  expect(formatDate(new Date(2026, 10, 21, 10, 5).toISOString())).toBe('Nov 21, 2026, 10:05 AM');
});

it('addresses keep 8 characters, or 4 at each end', () => {
  expect(previewAddress('7Hk3pQ9xVbR2mWcY')).toBe('7Hk3pQ9x…');
  expect(shortAddress('7Hk3pQ9xVbR2mWcY')).toBe('7Hk3…mWcY');
});

it('says how long ago something was', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  const before = (seconds: number) => timeAgo(new Date(now - seconds * 1000).toISOString(), now);
  expect([before(20), before(180), before(7200), before(86_400)]).toEqual([
    'just now',
    '3 minutes ago',
    '2 hours ago',
    'yesterday',
  ]);
});
