import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatTokens,
  formatTokenSum,
  mostTokenUnits,
  tokenPaymentUri,
  tokensToUnits,
  unitsToTokens,
} from './tokens.ts';

test('amounts of tokens go to text and back to the last unit, whatever the decimals, up to a u64', () => {
  const units = fc.bigInt({ min: 0n, max: mostTokenUnits });
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
      expect(tokensToUnits(unitsToTokens(amount, decimals), decimals)).toBe(amount);
    }),
  );
});

test('nothing is rounded: what a token cannot express is refused', () => {
  expect(tokensToUnits('1.5', 0)).toBeNull();
  expect(tokensToUnits('0.1234567', 6)).toBeNull();
  expect(tokensToUnits('0.1234560', 6)).toBe(123_456n);
  expect(tokensToUnits('18446744073709551615', 0)).toBe(mostTokenUnits);
  expect(tokensToUnits('18446744073709551616', 0)).toBeNull();
  for (const text of ['', '-1', '1e3', '.5', '1.', '1,5', ' 1']) expect(tokensToUnits(text, 6)).toBeNull();
});

test('a person reads the exact amount, two decimals at least where the token has them, and its symbol', () => {
  expect(formatTokens(1_500_000n, { decimals: 6, symbol: 'USDC' })).toBe('1.50 USDC');
  expect(formatTokens(3n, { decimals: 0, symbol: 'TICKET' })).toBe('3 TICKET');
  expect(formatTokenSum({ amount: '0.000000001', decimals: 9, symbol: 'NINE' })).toBe('0.000000001 NINE');
});

test('the payment link names the wallet and the mint, with a decimal amount', () => {
  expect(tokenPaymentUri('wallet', 'mint', '5.25')).toBe(
    'solana:wallet?amount=5.25&spl-token=mint&label=Donation',
  );
});
