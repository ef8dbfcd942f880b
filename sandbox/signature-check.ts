import { createPublicKey, verify } from 'node:crypto';
import { getAddressEncoder, type Address } from '@solana/kit';
import type { ParsedTransaction } from './parsed-transaction.ts';

/** The DER header of an Ed25519 public key (RFC 8410), to which the 32 bytes are appended. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Whether every required signature is there and right.
 *
 * LiteSVM checks signatures when it executes but not when it simulates, hence this.
 */
export function hasValidSignatures({ transaction }: ParsedTransaction): boolean {
  return Object.entries(transaction.signatures).every(([signer, signature]) => {
    if (signature === null) return false;
    const raw = Buffer.from(getAddressEncoder().encode(signer as Address));
    const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(transaction.messageBytes), key, Buffer.from(signature));
  });
}
