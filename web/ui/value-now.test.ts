import { expect, test } from 'vitest';
import { fiatText } from './fiat-text.ts';
import { valueNow } from './value-now.ts';

const readMs = Date.parse('2026-11-21T14:05:00Z');
const price = {
  currency: 'EUR',
  price: '151.2045',
  readAt: new Date(readMs).toISOString(),
  staleAt: new Date(readMs + 300_000).toISOString(),
  hiddenAt: new Date(readMs + 1_800_000).toISOString(),
};

test('an amount is worth what the price says, says so once it is stale, and nothing once it is hidden', () => {
  expect(valueNow(0.1, price, readMs)).toEqual({ currency: 'EUR', value: '15.12', priceOf: null });
  expect(valueNow(0.1, price, readMs + 300_000)?.priceOf).toBe(price.readAt);
  expect(valueNow(0.1, price, readMs + 1_799_999)).not.toBeNull();
  expect(valueNow(0.1, price, readMs + 1_800_000)).toBeNull();
  expect(valueNow(0.1, null, readMs)).toBeNull();
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e9, -0.1])(
  '%s SOL are no amount and worth nothing',
  (sol) => {
    expect(valueNow(sol, price, readMs)).toBeNull();
  },
);

test('a value is written as the language does, with the decimals of its currency', () => {
  expect(fiatText({ currency: 'EUR', value: '1234.50' }, 'en-US')).toBe('≈\u00a0€1,234.50');
  expect(fiatText({ currency: 'EUR', value: '15.12' }, 'es')).toBe('≈\u00a015,12\u00a0€');
  expect(fiatText({ currency: 'JPY', value: '2350' }, 'en-US')).toBe('≈\u00a0¥2,350');
  expect(fiatText({ currency: 'KWD', value: '0.005' }, 'en-US')).toContain('0.005');
});
