import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatSol, lamportsToSol, lamportsToSolString, solToLamports } from './lamports.ts';

describe('money', () => {
  test('is shown cut off after six decimals, never rounded up', () => {
    expect(formatSol(999_999_999n)).toBe('0.999999 SOL');
    expect(formatSol(100_000_000n)).toBe('0.100000 SOL');
    expect(formatSol(-1_500_000_000n)).toBe('-1.500000 SOL');
  });

  test('goes to JSON and back without losing a lamport', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 8_000_000n * 1_000_000_000n }), (lamports) => {
        expect(solToLamports(lamportsToSol(lamports))).toBe(lamports);
        expect(solToLamports(Number(JSON.parse(JSON.stringify(lamportsToSol(lamports)))))).toBe(lamports);
      }),
    );
  });

  test('is written as the shortest exact decimal', () => {
    expect(['1', '0.000000001', '0.1', '12345.6789']).toEqual(
      [1_000_000_000n, 1n, 100_000_000n, 12_345_678_900_000n].map(lamportsToSolString),
    );
  });

  test('is refused when it is no finite number', () => {
    expect(() => solToLamports(Number.NaN)).toThrow(RangeError);
  });
});
