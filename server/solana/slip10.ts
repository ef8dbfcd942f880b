import { keyedHash } from '#server/app/keyed-hash.ts';

const rootKey = Buffer.from('ed25519 seed');

/** Path numbers lie below this; every level is hardened, ed25519 knows nothing else. */
export const hardenedLimit = 0x8000_0000;

/** A place in the tree of keys: the ed25519 private key, and what its children are made with. 32 bytes each. */
export interface Slip10Node {
  key: Buffer;
  chainCode: Buffer;
}

/**
 * Derives an ed25519 private key (32 bytes) from a seed by a hardened path, as SLIP-0010 defines it.
 *
 * `path` holds the plain numbers: [44, 501, 0] stands for m/44'/501'/0'. Throws `RangeError` for a number that no
 * path can hold, because wrapping it round would hand out somebody else's key.
 */
export function deriveSlip10(seed: Uint8Array, path: readonly number[]): Buffer {
  return deriveNode(seed, path).key;
}

/** Like `deriveSlip10`, but also what its children can be derived from: many of one branch cost one step each. */
export function deriveNode(seed: Uint8Array, path: readonly number[]): Slip10Node {
  const root = split(keyedHash('sha512', rootKey, seed));
  return path.reduce(deriveChild, root);
}

/** One step down, hardened. Throws `RangeError` for a number that no path can hold. */
export function deriveChild(node: Slip10Node, index: number): Slip10Node {
  if (!Number.isInteger(index) || index < 0 || index >= hardenedLimit) {
    throw new RangeError(`${index} is no number of a key path`);
  }
  const data = Buffer.alloc(37);
  node.key.copy(data, 1);
  data.writeUInt32BE(hardenedLimit + index, 33);
  return split(keyedHash('sha512', node.chainCode, data));
}

function split(digest: Buffer): Slip10Node {
  return { key: digest.subarray(0, 32), chainCode: digest.subarray(32) };
}
