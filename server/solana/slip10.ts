import { createHmac } from 'node:crypto';

/** Path numbers lie below this; every level is hardened, ed25519 knows nothing else. */
export const hardenedLimit = 0x8000_0000;

/**
 * Derives an ed25519 private key (32 bytes) from a seed by a hardened path, as SLIP-0010 defines it.
 *
 * `path` holds the plain numbers: [44, 501, 0] stands for m/44'/501'/0'. Throws `RangeError` for a number that no
 * path can hold, because wrapping it round would hand out somebody else's key.
 */
export function deriveSlip10(seed: Uint8Array, path: readonly number[]): Buffer {
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest();
  for (const index of path) {
    if (!Number.isInteger(index) || index < 0 || index >= hardenedLimit) {
      throw new RangeError(`${index} is no number of a key path`);
    }
    const data = Buffer.alloc(37);
    node.copy(data, 1, 0, 32);
    data.writeUInt32BE(hardenedLimit + index, 33);
    node = createHmac('sha512', node.subarray(32)).update(data).digest();
  }
  return node.subarray(0, 32);
}
