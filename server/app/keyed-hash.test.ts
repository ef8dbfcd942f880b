import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyedHash } from './keyed-hash.ts';

test('gives what HMAC gives, for every key up to a block and every message', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('sha256' as const, 'sha512' as const),
      fc.uint8Array({ maxLength: 64 }),
      fc.uint8Array({ maxLength: 300 }),
      (algorithm, key, message) => {
        const expected = createHmac(algorithm, key).update(message).digest();
        expect(keyedHash(algorithm, key, message).equals(expected)).toBe(true);
      },
    ),
  );
});

test('refuses a key that is longer than a block', () => {
  expect(() => keyedHash('sha256', new Uint8Array(65), new Uint8Array())).toThrow(RangeError);
});
