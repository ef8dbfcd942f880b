import { createHash } from 'node:crypto';

/** Tells one donor's connection from another's without keeping the address itself. */
export function creatorHash(clientAddress: string, salt: string): string {
  return createHash('sha256').update(`${salt}\n${clientAddress}`).digest('base64url').slice(0, 22);
}
