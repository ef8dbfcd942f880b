import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyVault } from '#server/app/chain-ports.ts';
import { Secret } from '#server/app/secret.ts';
import type { KeySeal, SealedPlace } from './post-ports.ts';

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals what services gave us, by AES-256-GCM under a key that is derived from the master seed for each place: a stolen
 * database or back-up holds nothing that can be used, and no row can be put in the place of another.
 *
 * One byte of version, a random nonce, the text, the tag.
 */
export function createKeySeal(vault: Pick<KeyVault, 'deriveSecret'>): KeySeal {
  const keyOf = (place: SealedPlace): Uint8Array => vault.deriveSecret(`posts:${nameOf(place)}`).reveal();
  return {
    seal(place, key) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', keyOf(place), nonce).setAAD(Buffer.from(nameOf(place)));
      const text = Buffer.concat([cipher.update(key.reveal(), 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, text, cipher.getAuthTag()]);
    },
    open(place, sealed) {
      if (sealed[0] !== version || sealed.length <= 1 + nonceBytes + tagBytes) return null;
      const bytes = Buffer.from(sealed);
      const nonce = bytes.subarray(1, 1 + nonceBytes);
      const cipher = createDecipheriv('aes-256-gcm', keyOf(place), nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(nameOf(place))).setAuthTag(bytes.subarray(-tagBytes));
      try {
        const text = bytes.subarray(1 + nonceBytes, -tagBytes);
        return new Secret(Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8'));
      } catch {
        // Whatever does not fit its tag is not ours, or of another seed: it is connected anew.
        return null;
      }
    },
  };
}

function nameOf({ userId, kind }: SealedPlace): string {
  return `${kind}:${userId}`;
}
