import { hash } from 'node:crypto';

/** Tells one donor's connection from another's without keeping the address itself. */
export function creatorHash(clientAddress: string, salt: string): string {
  return hash('sha256', `${salt}\n${clientAddress}`, 'base64url').slice(0, 22);
}
