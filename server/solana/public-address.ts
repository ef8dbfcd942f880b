import { createPrivateKey, createPublicKey } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Address } from '@solana/kit';

/**
 * The address of an ed25519 private key (32 bytes). Some eight times as fast as making a signer of it, which is what
 * a search through millions of addresses needs.
 */
export function publicAddress(privateKey: Buffer): Address {
  const key = createPrivateKey({ key: privateKey, format: 'raw-private', asymmetricKeyType: 'ed25519' });
  return base58.encode(createPublicKey(key).export({ format: 'raw-public' })) as Address;
}
