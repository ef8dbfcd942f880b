import { expect, test } from 'vitest';
import { pointForComma } from './point-for-comma.ts';

test.each([
  ['2,50', '2.50'],
  [' 0,005 ', '0.005'],
  ['1,0000', '1.0000'],
  ['1234,567', '1234.567'],
  ['1.000', '1.000'],
  ['', ''],
])('a comma is a point: %s', (typed, text) => expect(pointForComma(typed)).toBe(text));

test.each(['1,000', ' 20,500 ', '100,000', '1,000,000', '1,000.5'])(
  'what may be thousands becomes no number: %s',
  (typed) => expect(Number(pointForComma(typed))).toBeNaN(),
);
