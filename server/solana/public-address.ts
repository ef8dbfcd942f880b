import { createPrivateKey, createPublicKey } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';

/** What stands before the 32 bytes of an ed25519 private key in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The address of an ed25519 private key (32 bytes). Some eight times as fast as making a signer of it, which is what
 * a search through millions of addresses needs.
 */
export function publicAddress(privateKey: Uint8Array): Address {
  const der = Buffer.concat([pkcs8Prefix, privateKey]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  der.fill(0);
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('An ed25519 public key has an x: RFC 8037 says so.');
  return base58.encode(Buffer.from(x, 'base64url')) as Address;
}
