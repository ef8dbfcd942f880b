import { expect, it } from 'vitest';
import { amountText, exactAmount, hasCome, splitZeros, sumText } from './amount.tsx';

it('trailing zeros step back, one decimal always stays, and the text is complete', () => {
  expect(splitZeros('0.100000 SOL')).toEqual({ digits: '0.1', zeros: '00000' });
  expect(splitZeros('100.000000 SOL')).toEqual({ digits: '100.0', zeros: '00000' });
  expect(splitZeros('0.333333 SOL')).toEqual({ digits: '0.333333', zeros: '' });
});

it('cuts off at six decimals and never rounds up', () => {
  expect(amountText(0.999999999)).toBe('0.999999 SOL');
});

it('is exact where it is to be paid, and shows more than six decimals only where there are more', () => {
  expect(exactAmount(0.1)).toBe('0.100000 SOL');
  expect(exactAmount(0.0020005)).toBe('0.0020005 SOL');
  expect(exactAmount(0.000000001)).toBe('0.000000001 SOL');
  expect(splitZeros('0.0020005 SOL')).toEqual({ digits: '0.0020005', zeros: '' });
});

it('a donation in a token is never said in SOL, and SOL that came beside it is not its money', () => {
  const token = { amount: '0', decimals: 6, symbol: 'USDC' };
  expect(sumText({ amount: 0.5, token })).toBe('0.00 USDC');
  expect(hasCome({ amount: 0.5, token })).toBe(false);
  expect(hasCome({ amount: 0, token: { ...token, amount: '0.000001' } })).toBe(true);
  expect(hasCome({ amount: 0.5 })).toBe(true);
});

const said = (amount: string, decimals: number) =>
  sumText({ amount: 0, token: { amount, decimals, symbol: 'T' } });

it('a token is said exactly, with two decimals at least where it has them', () => {
  expect(said('5', 6)).toBe('5.00 T');
  expect(said('2.5', 6)).toBe('2.50 T');
  expect(said('0.000001', 6)).toBe('0.000001 T');
  expect(said('1.123456789', 9)).toBe('1.123456789 T');
  expect(said('1.5', 1)).toBe('1.5 T');
  expect(said('18446744073709551615', 0)).toBe('18446744073709551615 T');
});
