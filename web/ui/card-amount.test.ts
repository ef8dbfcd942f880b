import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatSol, lamportsToSol, solToLamports } from '#contract/lamports.ts';
import { cardAmount } from './card-amount.ts';

test('a card shows every amount as the rest of the product does', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1_000_000_000_000_000n }), (lamports) => {
      expect(cardAmount(lamportsToSol(lamports))).toBe(formatSol(lamports));
    }),
  );
});

test.each([0, 0.002, 0.1 + 0.2, 0.999_999_999, 0.000_000_9, 100, 999_999.999_999_999])(
  '%d SOL too',
  (sol) => {
    expect(cardAmount(sol)).toBe(formatSol(solToLamports(sol)));
  },
);
