import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Secret } from '#server/app/secret.ts';
import { createPrivateFile, readPrivateFile, replacePrivateFile } from './private-file.ts';
import { isSealed, openSealed, sealText, type SealCost } from './sealed-text.ts';
import { checkSeedWords } from './seed-words.ts';

/** Where the master seed comes from. `masterSeed` (from the environment) wins, and then no file is touched. */
export interface SeedSource {
  seedFile: string;
  masterSeed?: Secret<string> | undefined;
  /** Opens an encrypted seed file, and encrypts one that is created. */
  passphrase?: Secret<string> | undefined;
  /** False where a missing seed must not be made up, because data of another one exists. True by default. */
  mayCreate?: boolean;
  /** Of encrypting; tests lower it. */
  sealCost?: SealCost;
}

/**
 * The 24 words of the master seed, created in `seedFile` when there are none yet and `mayCreate` allows.
 *
 * Two processes that start at once get the same words. Throws an `Error` with a sentence for the operator, which
 * never quotes a word, when others can read the file, when it cannot be decrypted, or when it holds anything but a
 * valid mnemonic. Whatever is wrong, the file stays as it is.
 */
export async function loadOrCreateSeed(
  source: SeedSource,
): Promise<{ words: Secret<string>; created: boolean }> {
  const found = await findSeed(source);
  if (found !== null) return { words: found, created: false };
  if (source.mayCreate === false) throw missing(source.seedFile);
  const created = await storeSeed(source, new Secret(generateMnemonic(wordlist, 256)));
  const words = await readSeedFile(source);
  if (words === null) throw new Error(`${source.seedFile} vanished while it was being created.`);
  return { words, created };
}

/** Like `loadOrCreateSeed`, but never creates one: throws when there is none, whether or not there is data of one. */
export async function loadSeed(source: SeedSource): Promise<Secret<string>> {
  const words = await findSeed(source);
  if (words !== null) return words;
  throw new Error(
    `There is no master seed in ${source.seedFile}. If there was one, put the file back, or type its words ` +
      '(npm run brava -- seed import). If there never was, the first start of the server makes it.',
  );
}

/**
 * Writes words into `seedFile`, encrypted when there is a passphrase. False when there is a file already: it is
 * never replaced, because it may hold the only key to money.
 */
export async function storeSeed(source: SeedSource, words: Secret<string>): Promise<boolean> {
  const plain = `${words.reveal()}\n`;
  const { passphrase, sealCost, seedFile } = source;
  const text = passphrase === undefined ? plain : await sealText(plain, passphrase, sealCost);
  return await createPrivateFile(seedFile, text);
}

/**
 * Writes the same words anew: encrypted with `passphrase`, or plain for null. What was written is read back before it
 * takes the old file's place. Throws like `loadSeed`.
 */
export async function resealSeed(source: SeedSource, passphrase: Secret<string> | null): Promise<void> {
  const words = await loadSeed({ ...source, masterSeed: undefined });
  const plain = `${words.reveal()}\n`;
  const text = passphrase === null ? plain : await sealText(plain, passphrase, source.sealCost);
  const again = passphrase === null ? text : await openSealed(text, passphrase);
  if (again !== plain) throw new Error('The encrypted seed could not be read back; nothing was changed.');
  await replacePrivateFile(source.seedFile, text);
}

async function findSeed(source: SeedSource): Promise<Secret<string> | null> {
  if (source.masterSeed === undefined) return await readSeedFile(source);
  return checkSeedWords(source.masterSeed.reveal(), 'The master seed of the environment');
}

/** Whether the seed file is encrypted; null when there is none. */
export async function isSeedFileSealed(seedFile: string): Promise<boolean | null> {
  const text = await readPrivateFile(seedFile);
  return text === null ? null : isSealed(text);
}

async function readSeedFile({ seedFile, passphrase }: SeedSource): Promise<Secret<string> | null> {
  const text = await readPrivateFile(seedFile);
  if (text === null || !isSealed(text)) return text === null ? null : checkSeedWords(text, seedFile);
  if (passphrase === undefined) {
    throw new Error(
      `${seedFile} is encrypted. Set SEED_PASSPHRASE to the passphrase that it was encrypted with.`,
    );
  }
  const opened = await openSealed(text, passphrase);
  if (opened === null) {
    throw new Error(
      `${seedFile} cannot be decrypted: SEED_PASSPHRASE is another passphrase, or the file is damaged. ` +
        'Correct the passphrase, or put a good copy of the file back; nothing was changed.',
    );
  }
  return checkSeedWords(opened, seedFile);
}

function missing(seedFile: string): Error {
  return new Error(
    `There is no master seed in ${seedFile}, but this data was made with one. Put the file back, or type its words: ` +
      'npm run brava -- seed import',
  );
}
