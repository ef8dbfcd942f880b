import { generateMnemonic, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Secret } from '#server/app/secret.ts';
import { createPrivateFile, readPrivateFile } from './private-file.ts';

/** Where the master seed comes from. `masterSeed` (from the environment) wins, and then no file is touched. */
export interface SeedSource {
  seedFile: string;
  masterSeed?: Secret<string> | undefined;
}

/**
 * The 24 words of the master seed, created in `seedFile` when there are none yet.
 *
 * Two processes that start at once get the same words. Throws an `Error` with a sentence for the operator, which
 * never quotes a word, when others can read the file or when it holds anything but a valid mnemonic.
 */
export async function loadOrCreateSeed(
  source: SeedSource,
): Promise<{ words: Secret<string>; created: boolean }> {
  if (source.masterSeed !== undefined) {
    return {
      words: checkWords(source.masterSeed.reveal(), 'The master seed of the environment'),
      created: false,
    };
  }
  const { seedFile } = source;
  const found = await readPrivateFile(seedFile);
  if (found !== null) return { words: checkWords(found, seedFile), created: false };
  const created = await createPrivateFile(seedFile, `${generateMnemonic(wordlist, 256)}\n`);
  const stored = await readPrivateFile(seedFile);
  if (stored === null) throw new Error(`${seedFile} vanished while it was being created.`);
  return { words: checkWords(stored, seedFile), created };
}

function checkWords(text: string, where: string): Secret<string> {
  const words = text.normalize('NFKD').trim().toLowerCase().split(/\s+/);
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
