import { describe, expect, it } from 'vitest';
import { amountInput, readAmount } from './wallet-amount.ts';

describe('an amount that is typed', () => {
  it.each([
    ['0.05', 0.05],
    [' 0,05 ', 0.05],
    ['1', 1],
    ['1.', 1],
    ['.5', 0.5],
    ['0.000000001', 0.000000001],
    ['1.0000000000', 1],
    ['.1234567890000', 0.123456789],
    ['1000000', 1_000_000],
  ])('%s is an amount', (text, sol) => expect(readAmount(text)).toBe(sol));

  it.each([
    '',
    ' ',
    '0',
    '-1',
    '1e3',
    'Infinity',
    '0x10',
    '1.2.3',
    '1,000.5',
    '0.0000000001',
    '0.0000000000',
    '0.1234567891',
    '1000001',
    'one',
    '٣',
  ])('%s is none', (text) => expect(readAmount(text)).toBe(null));

  it('is prefilled to the last lamport', () => {
    expect(amountInput(0.002)).toBe('0.002');
    expect(amountInput(0.000000001)).toBe('0.000000001');
    expect(readAmount(amountInput(1.999999999))).toBe(1.999999999);
  });
});
