import fc from 'fast-check';
import { expect, it } from 'vitest';
import { axisTop, barPercent } from './chart-scale.ts';

const sol = 1_000_000_000n;

it('ends at a short number that can be halved', () => {
  expect(axisTop([2_000_000n])).toBe(2_000_000n);
  expect(axisTop([2_000_001n])).toBe(4_000_000n);
  expect(axisTop([5n * sol, 11n * sol])).toBe(20n * sol);
  expect(axisTop([19n * sol])).toBe(20n * sol);
  expect(axisTop([95n * sol])).toBe(100n * sol);
});

it('has an axis also where there is no money at all', () => {
  expect(axisTop([0n, 0n])).toBe(sol);
  expect(axisTop([])).toBe(sol);
});

it('holds every day, and the highest takes at least half', () => {
  const days = fc.array(fc.bigInt({ min: 1n, max: 10n ** 18n }), { minLength: 1 });
  fc.assert(
    fc.property(days, (lamports) => {
      const percents = lamports.map((day) => barPercent(day, axisTop(lamports)));
      const highest = Math.max(...percents);
      expect(highest).toBeLessThanOrEqual(100);
      expect(highest).toBeGreaterThanOrEqual(50);
    }),
  );
});

it('tells days apart that differ by a thousandth of the axis', () => {
  expect(barPercent(11_400_000_000n, 20n * sol)).toBe(57);
  expect(barPercent(11_420_000_000n, 20n * sol)).toBe(57.1);
});
