import { createHash, randomBytes } from 'node:crypto';

/** Crockford's 32 characters, five bits each: none that looks like another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeBytes = 10;
const codeForm = /^[0-9a-hjkmnp-tv-z]{16}$/;

/** A code and the hash under which the store knows it. */
export interface RecoveryCode {
  code: string;
  hash: Uint8Array;
}

/** A code of 80 random bits, in four groups as people read them out: `7k2m-0q8x-…`. */
export function drawRecoveryCode(): RecoveryCode {
  const code = encode(randomBytes(codeBytes));
  return { code: inGroups(code), hash: hashOf(code) };
}

/**
 * The hash under which the store knows a typed recovery code; null when the text has not the form of one. Case, spaces
 * and dashes do not matter, and letters that look like a digit are that digit.
 *
 * Plain SHA-256 is enough: nobody can try out 2^80 codes, so there is nothing that a slow hash would slow down.
 */
export function hashRecoveryCode(typed: string): Uint8Array | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return codeForm.test(code) ? hashOf(code) : null;
}

function hashOf(code: string): Uint8Array {
  return createHash('sha256').update(code).digest();
}

function encode(bytes: Buffer): string {
  const bits = BigInt(`0x${bytes.toString('hex')}`);
  const length = (bytes.length * 8) / 5;
  return Array.from({ length }, (_, place) => alphabet[Number((bits >> BigInt(place * 5)) & 31n)]).join('');
}

function inGroups(code: string): string {
  return (code.match(/.{4}/g) ?? []).join('-');
}
