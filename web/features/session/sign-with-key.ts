import { base58 } from '@scure/base';

/** 32 bytes of the secret and 32 of the public key, as wallets and Brava export them. */
const keyBytes = 64;
const secretBytes = 32;
/** What PKCS #8 has before the 32 bytes of an Ed25519 key. */
const pkcs8Head = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]);

/** Why a pasted key signs nothing: it is none, or this browser cannot sign with it. */
export class CannotSign extends Error {
  readonly why: 'notAKey' | 'browser';

  constructor(why: CannotSign['why'], cause?: unknown) {
    super(`Cannot sign: ${why}.`, { cause });
    this.name = 'CannotSign';
    this.why = why;
  }
}

/**
 * Signs words with a pasted private key, in this browser: the key goes nowhere. Base58 as wallets export it, or the list
 * of 64 numbers that Solana's own tools write. The signature is base64. Throws `CannotSign`.
 */
export async function signWithKey(pasted: string, message: string): Promise<string> {
  const secret = readKey(pasted).slice(0, secretBytes);
  const key = await importKey(Uint8Array.from([...pkcs8Head, ...secret]));
  const signature = await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(message));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

function readKey(pasted: string): Uint8Array {
  const text = pasted.trim();
  try {
    const bytes = text.startsWith('[') ? readNumbers(text) : base58.decode(text);
    if (bytes.length === keyBytes) return bytes;
  } catch (error) {
    throw new CannotSign('notAKey', error);
  }
  throw new CannotSign('notAKey');
}

function readNumbers(text: string): Uint8Array {
  const numbers: unknown = JSON.parse(text);
  const isBytes = Array.isArray(numbers) && numbers.every((n) => Number.isInteger(n) && n >= 0 && n < 256);
  return isBytes ? Uint8Array.from(numbers) : new Uint8Array();
}

/** Pages that do not come over https have no WebCrypto, and older browsers do not know Ed25519. */
async function importKey(pkcs8: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
  } catch (error) {
    throw new CannotSign('browser', error);
  }
}
