import { hash } from 'node:crypto';
import { widerNetwork } from '#server/app/limits/client-network.ts';

/** How long a hash is. */
export const creatorHashLength = 22;

/** Tells one donor's connection from another's without keeping the address itself. */
export function creatorHash(clientAddress: string, salt: string): string {
  return hash('sha256', `${salt}\n${clientAddress}`, 'base64url').slice(0, creatorHashLength);
}

/** The same, behind that of the IPv6 /48 around it where there is one: who shares that has the same beginning. */
export function creatorHashes(clientAddress: string, salt: string): string {
  const wider = widerNetwork(clientAddress);
  return (wider === null ? '' : creatorHash(wider, salt)) + creatorHash(clientAddress, salt);
}
