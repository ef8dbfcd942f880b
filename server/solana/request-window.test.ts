import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RequestWindow } from './request-window.ts';

test('never more requests than the limit are sent within any window', () => {
  const waits = fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), waits, (limit, waits) => {
      const window = new RequestWindow(limit, 1000);
      const sentAt: number[] = [];
      let now = 0;
      for (const wait of waits) {
        now = Math.max(now + wait, window.freeAt(now + wait));
        window.take(now);
        sentAt.push(now);
      }
      for (const start of sentAt) {
        expect(sentAt.filter((at) => at >= start && at < start + 1000).length).toBeLessThanOrEqual(limit);
      }
    }),
  );
});

test('a free window makes nobody wait', () => {
  const window = new RequestWindow(2, 1000);
  window.take(0);
  expect(window.freeAt(5)).toBe(5);
  window.take(5);
  expect(window.freeAt(6)).toBe(1000);
  expect(window.freeAt(1000)).toBe(1000);
});
