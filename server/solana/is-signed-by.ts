import { createPublicKey, verify } from 'node:crypto';
import { base58 } from '@scure/base';

const signatureBytes = 64;

/** Whether whoever holds the key of a wallet's address signed these words: Ed25519 over their UTF-8 bytes. */
export function isSignedBy(address: string, message: string, signature: Uint8Array): boolean {
  if (signature.length !== signatureBytes) return false;
  const x = Buffer.from(base58.decode(address)).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(message), key, signature);
}
