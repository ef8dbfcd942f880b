import { expect, it } from 'vitest';
import { amountText, splitZeros } from './amount.tsx';

it('trailing zeros step back, one decimal always stays, and the text is complete', () => {
  expect(splitZeros('0.100000 SOL')).toEqual({ digits: '0.1', zeros: '00000' });
  expect(splitZeros('100.000000 SOL')).toEqual({ digits: '100.0', zeros: '00000' });
  expect(splitZeros('0.333333 SOL')).toEqual({ digits: '0.333333', zeros: '' });
});

it('cuts off at six decimals and never rounds up', () => {
  expect(amountText(0.999999999)).toBe('0.999999 SOL');
});
