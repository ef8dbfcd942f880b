import { randomBytes, randomInt } from 'node:crypto';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A public code, easy to read aloud and type: 10 characters, 58 bits, not to be found by trying. */
export function newDonationCode(): string {
  return Array.from({ length: 10 }, () => base58.charAt(randomInt(base58.length))).join('');
}

/** Whether a text may be a code at all, of a page or a widget; what is none is not looked up. */
export function isLinkCode(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** A widget's code: 128 random bits. Whoever knows it can open the overlay. */
export function newWidgetCode(): string {
  return randomBytes(16).toString('base64url');
}
