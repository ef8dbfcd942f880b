import type { Secret } from '#server/app/secret.ts';
import { createKeyVault } from '#server/solana/key-vault.ts';
import { isSeedFileSealed, loadSeed, resealSeed, storeSeed } from '#server/solana/seed-file.ts';
import { checkSeedWords } from '#server/solana/seed-words.ts';
import type { Command, CommandContext } from './command.ts';
import { readSeedSource } from './open-vault.ts';
import { Misuse, Refusal } from './refusal.ts';

const help = `Usage: npm run brava -- seed show|import|encrypt|decrypt

The master seed: 24 words that all wallets are derived from. Whoever reads them has the money.

  show      prints the words, to a terminal only
  import    takes words that are typed (unseen) or piped in, and writes the seed file; never over an existing one.
            Encrypted when SEED_PASSPHRASE is set
  encrypt   encrypts the seed file with SEED_PASSPHRASE, or a passphrase that is typed
  decrypt   writes the seed file without a passphrase again`;

const shortestPassphrase = 8;

type Step = (context: CommandContext) => Promise<string>;

const steps: Record<string, Step> = { show, import: importWords, encrypt, decrypt };

/** Shows, imports, encrypts and decrypts the master seed. */
export const seed: Command = {
  summary: 'show, import, encrypt or decrypt the master seed',
  help,
  options: {},
  async run(context, { positionals }) {
    const [name = '', ...rest] = positionals;
    const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
    if (step === undefined || rest.length > 0)
      throw new Misuse('Say what: seed show, import, encrypt or decrypt.');
    context.terminal.print(await step(context));
    return 0;
  },
};

async function show(context: CommandContext): Promise<string> {
  const { terminal } = context;
  if (!terminal.isInteractive) {
    throw new Refusal(
      'The words are shown on a terminal only: piped or redirected they would end up in a file or a log.',
    );
  }
  const words = await loadSeed(await readSeedSource(context));
  const isSure = await terminal.confirm(
    'Whoever sees these 24 words can take all the money. Is nobody looking, and no recording running?',
    'show',
  );
  if (!isSure) throw new Refusal('Nothing was shown.');
  const numbered = words
    .reveal()
    .split(' ')
    .map((word, index) => `${String(index + 1).padStart(2)} ${word.padEnd(9)}`);
  const rows = Array.from({ length: 6 }, (_, row) => `  ${numbered.slice(row * 4, row * 4 + 4).join('  ')}`);
  return `${rows.join('\n')}\nWrite them down in this order, on paper, and clear the screen.`;
}

async function importWords({ config, terminal }: CommandContext): Promise<string> {
  if (config.masterSeed !== null)
    throw new Refusal('MASTER_SEED is set and wins over any file. Remove it first.');
  if ((await isSeedFileSealed(config.seedFile)) !== null) {
    throw new Refusal(
      `${config.seedFile} holds a seed already, which is never replaced. Move it away, or name another SEED_FILE.`,
    );
  }
  const typed = terminal.isTyped
    ? await terminal.askSecret('The 24 words, with spaces (not shown): ')
    : await terminal.readInput();
  const words = checkSeedWords(typed.reveal(), 'What was given');
  const source = { seedFile: config.seedFile, passphrase: config.seedPassphrase ?? undefined };
  if (!(await storeSeed(source, words))) {
    throw new Refusal(`${config.seedFile} came into being meanwhile and was left as it is.`);
  }
  const { fingerprint } = await createKeyVault(words);
  const how = config.seedPassphrase === null ? '' : ', encrypted';
  return `Wrote ${config.seedFile}${how}. Its fingerprint is ${fingerprint}.`;
}

async function encrypt(context: CommandContext): Promise<string> {
  const { config } = context;
  const isSealed = await isSeedFileSealed(config.seedFile);
  if (isSealed === null) throw new Refusal(`There is no seed in ${config.seedFile}.`);
  if (isSealed)
    throw new Refusal(`${config.seedFile} is encrypted already. To change the passphrase, decrypt it first.`);
  const passphrase = config.seedPassphrase ?? (await askNewPassphrase(context));
  await resealSeed({ seedFile: config.seedFile }, passphrase);
  return `Encrypted ${config.seedFile}. From now on the server needs SEED_PASSPHRASE; without it nobody can open this file.`;
}

async function decrypt(context: CommandContext): Promise<string> {
  const { config } = context;
  const isSealed = await isSeedFileSealed(config.seedFile);
  if (isSealed === null) throw new Refusal(`There is no seed in ${config.seedFile}.`);
  if (!isSealed) throw new Refusal(`${config.seedFile} is not encrypted.`);
  const { passphrase } = await readSeedSource({ ...context, config: { ...config, masterSeed: null } });
  await resealSeed({ seedFile: config.seedFile, passphrase }, null);
  return `Decrypted ${config.seedFile}: whoever can read the file has the money. Remove SEED_PASSPHRASE.`;
}

async function askNewPassphrase({ terminal }: CommandContext): Promise<Secret<string>> {
  const first = await terminal.askSecret('New passphrase (not shown): ');
  if (first.reveal().length < shortestPassphrase) {
    throw new Refusal(`A passphrase needs at least ${shortestPassphrase} characters. Nothing was changed.`);
  }
  const second = await terminal.askSecret('Once more: ');
  if (first.reveal() !== second.reveal()) throw new Refusal('The two differ. Nothing was changed.');
  return first;
}
