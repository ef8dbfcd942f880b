import { expect, it } from 'vitest';
import { amountText, hasCome, splitZeros, sumText } from './amount.tsx';

it('trailing zeros step back, one decimal always stays, and the text is complete', () => {
  expect(splitZeros('0.100000 SOL')).toEqual({ digits: '0.1', zeros: '00000', unit: 'SOL' });
  expect(splitZeros('100.000000 SOL')).toEqual({ digits: '100.0', zeros: '00000', unit: 'SOL' });
  expect(splitZeros('0.333333 SOL')).toEqual({ digits: '0.333333', zeros: '', unit: 'SOL' });
  expect(splitZeros('2.50 USDC')).toEqual({ digits: '2.5', zeros: '0', unit: 'USDC' });
  expect(splitZeros('300 TICKET')).toEqual({ digits: '300', zeros: '', unit: 'TICKET' });
});

it('cuts off at six decimals and never rounds up', () => {
  expect(amountText(0.999999999)).toBe('0.999999 SOL');
});

it('a donation in a token is never said in SOL, and SOL that came beside it is not its money', () => {
  const token = { amount: '0', decimals: 6, symbol: 'USDC' };
  expect(sumText({ amount: 0.5, token })).toBe('0.00 USDC');
  expect(hasCome({ amount: 0.5, token })).toBe(false);
  expect(hasCome({ amount: 0, token: { ...token, amount: '0.000001' } })).toBe(true);
  expect(hasCome({ amount: 0.5 })).toBe(true);
});
