import { createKeyVault, type SigningVault } from '#server/solana/key-vault.ts';
import { isSeedFileSealed, loadSeed, type SeedSource } from '#server/solana/seed-file.ts';
import type { CommandContext } from './command.ts';

/**
 * Where this installation's seed is. An encrypted file's passphrase is asked for where it is not configured and
 * somebody can type it.
 */
export async function readSeedSource({ config, terminal }: CommandContext): Promise<SeedSource> {
  const source = {
    seedFile: config.seedFile,
    masterSeed: config.masterSeed ?? undefined,
    passphrase: config.seedPassphrase ?? undefined,
  };
  const isPassphraseMissing =
    config.masterSeed === null &&
    config.seedPassphrase === null &&
    terminal.isTyped &&
    (await isSeedFileSealed(config.seedFile)) === true;
  if (!isPassphraseMissing) return source;
  return { ...source, passphrase: await terminal.askSecret(`Passphrase of ${config.seedFile}: `) };
}

/** Opens the keys. Throws with a sentence for the person when there is no seed, or it cannot be read. */
export async function openVaultOf(context: CommandContext): Promise<SigningVault> {
  return await createKeyVault(await loadSeed(await readSeedSource(context)));
}
