import { hash } from 'node:crypto';

/** How many bytes each takes in at once, and gives. */
const sizes = { sha256: { block: 64, digest: 32 }, sha512: { block: 128, digest: 64 } } as const;
const innerPad = 0x36;
const outerPad = 0x5c;

/**
 * HMAC (RFC 2104) for messages that are at hand as a whole, some three times as fast as `createHmac`, which sets up an
 * object of OpenSSL for each. Keys up to one block long; a longer one throws `RangeError`.
 */
export function keyedHash(algorithm: keyof typeof sizes, key: Uint8Array, message: Uint8Array): Buffer {
  const { block, digest } = sizes[algorithm];
  if (key.length > block) throw new RangeError(`A key of ${key.length} bytes is longer than a block.`);
  const inner = Buffer.alloc(block + message.length, innerPad);
  const outer = Buffer.alloc(block + digest, outerPad);
  for (const [at, byte] of key.entries()) {
    inner[at] = byte ^ innerPad;
    outer[at] = byte ^ outerPad;
  }
  inner.set(message, block);
  outer.set(hash(algorithm, inner, 'buffer'), block);
  inner.fill(0);
  const result = hash(algorithm, outer, 'buffer');
  outer.fill(0);
  return result;
}
