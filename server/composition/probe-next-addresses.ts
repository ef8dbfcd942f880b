import { type ChainReader, emptyHistory } from '#server/app/chain-ports.ts';
import { type Database } from '#server/postgres/connection/database.ts';
import { listNextPaths } from '#server/postgres/accounts/key-progress.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import { needNode } from './need-node.ts';

/** Addresses per call, and how many of the likeliest are asked for their history too: money on them may be gone. */
const batch = 100;
const withHistory = 6;
/** About one address of each streamer. */
const historyStride = 15;

/**
 * Makes sure that the addresses which this database would give out next were never used: it may be older than the
 * chain (a disk image or copy that was put back), or new with a seed whose epochs were lost. Two or three calls for
 * balances and six for histories; nothing is changed.
 *
 * Throws with a sentence for the operator when one was used, or when no node answers.
 */
export async function probeNextAddresses(
  db: Database,
  { chain, vault }: { chain: ChainReader; vault: Pick<SigningVault, 'addressOf'> },
  keyEpoch: number,
): Promise<void> {
  const listNext = async (): Promise<string[]> =>
    await Promise.all((await listNextPaths(db, keyEpoch)).map((path) => vault.addressOf(path)));
  const used = await needNode(findUsed(chain, await listNext()));
  if (used === null) return;
  // Another server process may have given it out meanwhile, and a donor paid: then it is not the next one any more.
  if ((await listNext()).includes(used)) throw alreadyUsed(used);
}

async function findUsed(chain: ChainReader, addresses: readonly string[]): Promise<string | null> {
  for (let start = 0; start < addresses.length; start += batch) {
    const { lamportsByAddress } = await chain.readBalances(addresses.slice(start, start + batch));
    const funded = [...lamportsByAddress].find(([, lamports]) => lamports > 0n);
    if (funded !== undefined) return funded[0];
  }
  for (let index = 0; index < withHistory * historyStride; index += historyStride) {
    const address = addresses[index];
    if (address === undefined) continue;
    const { entries } = await chain.readEntries(address, emptyHistory);
    if (entries.length > 0) return address;
  }
  return null;
}

function alreadyUsed(address: string): Error {
  return new Error(
    `The address ${address}, which this database would give out next, was used before: the database is older than ` +
      'what the chain knows of this seed. Run: npm run brava -- recover (it finds what is missing and goes on with ' +
      'new addresses), or restore a newer back-up: npm run brava -- restore FILE.',
  );
}
