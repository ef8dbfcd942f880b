import { type Database } from '#server/postgres/database.ts';
import { findInstallation, foundInstallation, type Installation } from '#server/postgres/installation.ts';
import type { Solana } from '#server/solana/create-solana.ts';
import { assertNoMaintenance } from '#server/postgres/maintenance-lock.ts';
import { nextEpoch, raiseEpoch } from '#server/solana/key-epoch.ts';
import { isSeedFileSealed, loadSeed } from '#server/solana/seed-file.ts';
import type { Config } from './config.ts';
import { needNode } from './need-node.ts';
import { probeNextAddresses } from './probe-next-addresses.ts';

/**
 * Makes sure that this data, this seed and this chain belong together, and that no address is about to be used
 * twice; at the first start they are bound.
 *
 * Throws with a sentence for the operator otherwise: with another seed the money on our addresses could not be
 * moved, and on another chain it would not be there.
 */
export async function claimInstallation(
  db: Database,
  solana: Solana,
  seedFile: string,
): Promise<Installation> {
  await assertNoMaintenance(db);
  const installation =
    (await findInstallation(db)) ??
    (await foundInstallation(db, {
      genesisHash: await needNode(solana.chain.genesisHash()),
      seedFingerprint: solana.vault.fingerprint,
      keyEpoch: await nextEpoch(seedFile),
    }));
  await assertBelongs(installation, solana);
  await raiseEpoch(seedFile, installation.keyEpoch);
  await probeNextAddresses(db, solana, installation.keyEpoch);
  return installation;
}

/** Throws with a sentence for the operator unless the data was made with this seed and on this chain, and a node says so. */
export async function assertBelongs(installation: Installation, { chain, vault }: Solana): Promise<void> {
  if (installation.seedFingerprint !== vault.fingerprint) {
    throw new Error(
      'This database belongs to another master seed. Give back the seed that it was made with (SEED_FILE or MASTER_SEED); nothing was changed.',
    );
  }
  if (installation.genesisHash !== (await needNode(chain.genesisHash()))) {
    throw new Error(
      'This database belongs to another Solana network than the one that is configured (SOLANA_RPC_URL). Point it at the same network, or use another database; nothing was changed.',
    );
  }
}

/**
 * Throws with a sentence for the operator when there is a seed that cannot be used. It is asked first of all, so that
 * no data folder, database or chain is made beside it.
 */
export async function assertSeedUsable(config: Config): Promise<void> {
  const source = {
    seedFile: config.seedFile,
    masterSeed: config.masterSeed ?? undefined,
    passphrase: config.seedPassphrase ?? undefined,
  };
  if (config.masterSeed === null && (await isSeedFileSealed(config.seedFile)) === null) return;
  await loadSeed(source);
}
