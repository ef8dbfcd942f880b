import { keyedHash } from '#server/app/keyed-hash.ts';
import type { Ports } from '#server/app/ports.ts';

/**
 * The hash under which the name of a deleted account is kept, whatever its case. Only this installation's seed makes it:
 * whoever has the database alone cannot try names.
 */
export function retiredNameHash({ vault }: Pick<Ports, 'vault'>, username: string): Uint8Array {
  const key = vault.deriveSecret('retired-names').reveal();
  return keyedHash('sha256', key, Buffer.from(username.toLowerCase()));
}
