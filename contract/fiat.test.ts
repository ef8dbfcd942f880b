import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyDigits, decimalToMicros, fiatMinor, microsToDecimal, minorToDecimal } from './fiat.ts';

test('amounts have the decimals of their currency', () => {
  expect(['EUR', 'JPY', 'KWD', 'CLF', 'IDR'].map(currencyDigits)).toEqual([2, 0, 3, 4, 2]);
  expect(minorToDecimal(1512n, 2)).toBe('15.12');
  expect(minorToDecimal(5n, 3)).toBe('0.005');
  expect(minorToDecimal(1512n, 0)).toBe('1512');
});

test('a value is the nearest one in the smallest unit', () => {
  expect(fiatMinor(100_000_000n, 151_204_500n, 2)).toBe(1512n);
  expect(fiatMinor(1_000_000_000n, 151_205_000n, 2)).toBe(15_121n);
  expect(fiatMinor(1_000_000_000n, 23_500_500_000n, 0)).toBe(23_501n);
  expect(fiatMinor(1n, 151_204_500n, 2)).toBe(0n);
});

test('a price that is written and read again is the same', () => {
  expect(microsToDecimal(151_204_500n)).toBe('151.2045');
  expect(microsToDecimal(150_000_000n)).toBe('150.00');
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 16n), (micros) => {
      expect(decimalToMicros(microsToDecimal(micros))).toBe(micros);
    }),
  );
});

test('decimals are rounded by their digits, and what is none is null', () => {
  expect(decimalToMicros('0.0000005')).toBe(1n);
  expect(decimalToMicros('0.00000049999')).toBe(0n);
  expect(decimalToMicros('1.5e2')).toBe(150_000_000n);
  expect(decimalToMicros('15e-1')).toBe(1_500_000n);
  for (const text of ['', '-1', '+1', '1.', '.5', '1e999', '1 000', '0x10', '١']) {
    expect(decimalToMicros(text)).toBeNull();
  }
});
