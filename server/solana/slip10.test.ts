import { HDKey } from 'micro-key-producer/slip10.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveSlip10, hardenedLimit } from './slip10.ts';

const vectors = [
  [[], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
  [[0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
  [[0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
  [[0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
  [[0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
  [[0, 1, 2, 2, 1_000_000_000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
] as const;

test.each(vectors)('path %j gives the key of SLIP-0010, test vector 1', (path, key) => {
  const seed = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
  expect(deriveSlip10(seed, path).toString('hex')).toBe(key);
});

test('any seed and path gives the key that another implementation gives', () => {
  const seeds = fc.uint8Array({ minLength: 16, maxLength: 64 });
  const paths = fc.array(fc.nat({ max: hardenedLimit - 1 }), { maxLength: 5 });
  fc.assert(
    fc.property(seeds, paths, (seed, path) => {
      const other = HDKey.fromMasterSeed(seed).derive(['m', ...path.map((index) => `${index}'`)].join('/'));
      expect(deriveSlip10(seed, path)).toEqual(Buffer.from(other.privateKey));
    }),
    { numRuns: 50 },
  );
});

test.each([-1, 0.5, hardenedLimit, Number.NaN])('%d is refused as a number of a path', (index) => {
  expect(() => deriveSlip10(new Uint8Array(64), [44, index])).toThrow(RangeError);
});
