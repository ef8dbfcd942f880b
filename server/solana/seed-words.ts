import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Secret } from '#server/app/secret.ts';

/**
 * The 24 words of a master seed, however they are spaced and cased.
 *
 * Throws an `Error` with a sentence that begins with `where` and never quotes a word when they are anything else.
 */
export function checkSeedWords(text: string, where: string): Secret<string> {
  const words = text
    .normalize('NFKD')
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const phrase = words.join(' ');
  if (words.length !== 24) {
    throw new Error(`${where} holds ${words.length} words. A master seed has 24 (BIP-39, English).`);
  }
  if (!validateMnemonic(phrase, wordlist)) {
    throw new Error(
      `${where} is no valid BIP-39 phrase: a word is not in the English list, or the checksum is wrong.`,
    );
  }
  return new Secret(phrase);
}
