import { expect, it } from 'vitest';
import { gradientTypes } from '#contract/gradient.ts';
import { defaultCustomization, paintCard } from '#web/ui/card-style.ts';
import { ringColors } from './ring-colors.ts';

it('every style shows two lights of its own ring, and no two styles show the same', () => {
  const shown = gradientTypes.map((gradientType) =>
    ringColors(paintCard({ ...defaultCustomization, gradientType })),
  );
  for (const [first, second] of shown) expect(first).not.toBe(second);
  expect(new Set(shown.map(String)).size).toBe(gradientTypes.length);
});

it('a ring of one light shows it twice', () => {
  expect(ringColors({ ring: '#000000', cone: 'conic-gradient(#000000, #ff0000)' })).toEqual([
    '#ff0000',
    '#ff0000',
  ]);
});
