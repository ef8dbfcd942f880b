import { type Database } from '#server/postgres/connection/database.ts';
import {
  findInstallation,
  foundInstallation,
  type Installation,
} from '#server/postgres/operator/installation.ts';
import type { Solana } from '#server/solana/create-solana.ts';
import { assertNoMaintenance } from '#server/postgres/migrate/maintenance-lock.ts';
import { isMisnamed, type NetworkName } from '#server/solana/networks.ts';
import { nextEpoch, raiseEpoch } from '#server/solana/key-epoch.ts';
import { isSeedFileSealed, loadSeed } from '#server/solana/seed-file.ts';
import type { Config } from '#server/settings/config.ts';
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
  { seedFile, network }: Pick<Config, 'seedFile' | 'network'>,
): Promise<Installation> {
  await assertNoMaintenance(db);
  const found = await findInstallation(db);
  const genesisHash = found?.genesisHash ?? (await needNode(solana.chain.genesisHash()));
  const wanted = { genesisHash, seedFingerprint: found?.seedFingerprint ?? solana.vault.fingerprint };
  const elsewhere = await assertBelongs(wanted, solana, network);
  if (found === null && elsewhere.length > 0) {
    throw new Error(
      `Not all nodes of SOLANA_RPC_URL are on the same Solana network: ${elsewhere.join(', ')} (number and end of the host) is on another one than the first that answered. Correct it; nothing was changed.`,
    );
  }
  const installation =
    found ?? (await foundInstallation(db, { ...wanted, keyEpoch: await nextEpoch(seedFile) }));
  await raiseEpoch(seedFile, installation.keyEpoch);
  await probeNextAddresses(db, solana, installation.keyEpoch);
  return installation;
}

/**
 * Throws with a sentence for the operator unless the data was made with this seed and on this chain, which is what it
 * is called, and a node says so. Gives the names of nodes that are on another one: they are asked nothing more.
 */
export async function assertBelongs(
  installation: Pick<Installation, 'seedFingerprint' | 'genesisHash'>,
  { sortByNetwork, vault }: Pick<Solana, 'sortByNetwork' | 'vault'>,
  network: NetworkName,
): Promise<string[]> {
  if (installation.seedFingerprint !== vault.fingerprint) {
    throw new Error(
      'This database belongs to another master seed. Give back the seed that it was made with (SEED_FILE or MASTER_SEED); nothing was changed.',
    );
  }
  const { here, elsewhere } = await needNode(sortByNetwork(installation.genesisHash));
  if (here.length === 0 && elsewhere.length > 0) {
    throw new Error(
      'This database belongs to another Solana network than the one that is configured (SOLANA_RPC_URL). Point it at the same network, or use another database; nothing was changed.',
    );
  }
  if (isMisnamed(network, installation.genesisHash)) {
    throw new Error(
      `The nodes of SOLANA_RPC_URL are not on ${network}, as SOLANA_NETWORK says: donors would be told to pay on a network that nobody watches. Correct the one or the other; nothing was changed.`,
    );
  }
  return elsewhere;
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
