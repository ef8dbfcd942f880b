import { sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** What this data belongs to, fixed at the first start. */
export interface Installation {
  genesisHash: string;
  seedFingerprint: string;
  keyEpoch: number;
}

/**
 * The epoch under which the books give out addresses, as a part of a statement; null before the first start. A restore waits
 * for whoever has read it to commit. By its key, so that it costs next to nothing where plans without an index are avoided.
 */
export const epochOfBooks = sql<number | null>`(select key_epoch from installation where id)`;

/**
 * Throws `Problem('unavailable')` where the books were restored or recovered since this process read its epoch: they may have
 * forgotten addresses that were given out under it, and would give them out again.
 */
export function assertEpochOfBooks(keyEpoch: number, ofBooks: number | null | undefined): void {
  if (ofBooks != null && ofBooks !== keyEpoch) throw new Problem('unavailable');
}

/** Reads the installation, or null before the first start, when there may not even be a table for it. */
export async function findInstallation(db: Database): Promise<Installation | null> {
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass('installation') is not null as exists`.execute(db);
  if (rows[0]?.exists !== true) return null;
  const row = await db
    .selectFrom('installation')
    .select(['genesis_hash as genesisHash', 'seed_fingerprint as seedFingerprint', 'key_epoch as keyEpoch'])
    .executeTakeFirst();
  return row ?? null;
}

/** Stores it once; of two first starts at the same time one wins, and both get the winner's. */
export async function foundInstallation(db: Database, wanted: Installation): Promise<Installation> {
  await db
    .insertInto('installation')
    .values({
      genesis_hash: wanted.genesisHash,
      seed_fingerprint: wanted.seedFingerprint,
      key_epoch: wanted.keyEpoch,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findInstallation(db)) ?? wanted;
}

/** When the back-up was made that was put back, while money that came after it has not been looked for; else null. */
export async function findUnsearchedSince(db: Database): Promise<Date | null> {
  const row = await db.selectFrom('installation').select('unsearched_since').executeTakeFirst();
  return row?.unsearched_since ?? null;
}

/** The epochs under which these books gave out addresses before a restore or a recovery had them leave each. */
export async function listPastEpochs(db: Database): Promise<number[]> {
  const row = await db.selectFrom('installation').select('past_epochs').executeTakeFirst();
  return row?.past_epochs ?? [];
}

/**
 * Those of them that the back-up which was put back gave out addresses under, and later ones, while what came after it has
 * not been looked for. All of them where an older version put it back.
 */
export async function listUnsearchedEpochs(db: Database): Promise<number[]> {
  const row = await db
    .selectFrom('installation')
    .select(['past_epochs', 'unsearched_since', 'unsearched_from'])
    .executeTakeFirst();
  if (row === undefined || row.unsearched_since === null) return [];
  const from = row.unsearched_from ?? 0;
  return row.past_epochs.filter((epoch) => epoch >= from);
}

/** Notes that all money of the seed has been looked for. */
export async function noteSearched(db: Database): Promise<void> {
  await db.updateTable('installation').set({ unsearched_since: null, unsearched_from: null }).execute();
}
