import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import type { Secret } from '#server/app/secret.ts';

/** How hard guessing a passphrase is made: `cost` doubles time and memory (128 MB and half a second by default). */
export interface SealCost {
  cost: number;
  blockSize: number;
}

const defaultCost: SealCost = { cost: 2 ** 17, blockSize: 8 };
const keyBytes = 32;
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const form =
  /^brava-sealed 1 scrypt (?<cost>\d{1,8}) (?<blockSize>\d{1,2}) (?<salt>[\w+/=]+) (?<nonce>[\w+/=]+) (?<sealed>[\w+/=]+)$/;

/** Whether a text was made by `sealText`, whole or not. */
export function isSealed(text: string): boolean {
  return text.startsWith('brava-sealed');
}

/**
 * Encrypts a text with a passphrase: scrypt, then AES-256-GCM. One line:
 * `brava-sealed 1 scrypt COST BLOCKSIZE SALT NONCE SEALED`; all that stands before SEALED is authenticated too.
 */
export async function sealText(
  text: string,
  passphrase: Secret<string>,
  { cost, blockSize }: SealCost = defaultCost,
): Promise<string> {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const key = await deriveKey(passphrase, salt, { cost, blockSize });
  const head = `brava-sealed 1 scrypt ${cost} ${blockSize} ${salt.toString('base64')} ${nonce.toString('base64')}`;
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(head));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  key.fill(0);
  return `${head} ${sealed.toString('base64')}\n`;
}

/** The text again. Null when the passphrase is another one, or anything of it was changed or cut off. */
export async function openSealed(sealedText: string, passphrase: Secret<string>): Promise<string | null> {
  const line = sealedText.trim();
  const parts = form.exec(line)?.groups;
  if (parts === undefined) return null;
  const [salt, nonce, sealed] = [parts['salt'], parts['nonce'], parts['sealed']].map((part) =>
    Buffer.from(part ?? '', 'base64'),
  );
  if (!salt || nonce?.length !== nonceBytes || !sealed || sealed.length <= tagBytes) return null;
  const limits = { cost: Number(parts['cost']), blockSize: Number(parts['blockSize']) };
  const isSane = Number.isInteger(Math.log2(limits.cost)) && limits.cost <= 2 ** 20 && limits.blockSize <= 32;
  if (!isSane || limits.cost < 2 || limits.blockSize < 1) return null;
  const key = await deriveKey(passphrase, salt, limits);
  const head = line.slice(0, line.lastIndexOf(' '));
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(head))
    .setAuthTag(sealed.subarray(-tagBytes));
  key.fill(0);
  try {
    return decipher.update(sealed.subarray(0, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // The tag does not fit: there is nothing more that could be known about why.
    return null;
  }
}

/** The same passphrase typed on another keyboard is the same: NFKC. */
function deriveKey(passphrase: Secret<string>, salt: Buffer, { cost, blockSize }: SealCost): Promise<Buffer> {
  const options = { N: cost, r: blockSize, p: 1, maxmem: 256 * cost * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.reveal().normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
