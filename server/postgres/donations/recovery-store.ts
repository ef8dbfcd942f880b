import { sql } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';
import { enterDonations, type FoundDonation } from './enter-donations.ts';
import { createRecoveredOwners } from './recovered-owners.ts';
import { createRecoveredTransfers } from './recovered-transfers.ts';

/** What `brava recover` reads and writes of the books. */
export function createRecoveryStore(db: Database) {
  return {
    ...createRecoveredOwners(db),
    ...createRecoveredTransfers(db),
    /** Which of these addresses are in the books. */
    async listEntered(addresses: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('donations')
        .select('address')
        .where('address', 'in', [...addresses])
        .execute();
      return new Set(rows.map(({ address }) => address));
    },
    /** The username of each streamer to whom one of these addresses belongs, by address. */
    async listStreamers(addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const { rows } = await sql<{ address: string; username: string }>`
        select d.address, u.username from donations d join users u on u.id = d.user_id
        where d.address = any(${addresses}::text[])`.execute(db);
      return new Map(rows.map(({ address, username }) => [address, username]));
    },
    enterDonations: (found: readonly FoundDonation[], now: Date) => enterDonations(db, found, now),
    /**
     * The donations with a transfer of SOL on its way, then those that are open: anybody can make many of these. The newest
     * first; and how many there are.
     */
    async listUndecided(limit: number): Promise<{ ids: string[]; count: number }> {
      const { rows } = await sql<{ id: string; count: number }>`
        select d.id, (count(*) over ())::int as count
        from watches w join donations d on d.id = w.donation_id
        where w.is_open or d.id in (select donation_id from sweeps where state = 'live')
        order by w.is_open, d.created_at desc limit ${limit}`.execute(db);
      return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 };
    },
    /** How many donations are open that something was paid to, and how much; what is too little is not moved yet. */
    async sumOpen(): Promise<{ donations: number; lamports: bigint }> {
      const { rows } = await sql<{ donations: number; lamports: string }>`
        select count(*)::int as donations, coalesce(sum(d.received_lamports), 0)::text as lamports
        from watches w join donations d on d.id = w.donation_id
        where w.is_open and d.received_lamports > 0`.execute(db);
      return { donations: rows[0]?.donations ?? 0, lamports: BigInt(rows[0]?.lamports ?? 0) };
    },
  };
}

/** See `createRecoveryStore`. */
export type RecoveryStore = ReturnType<typeof createRecoveryStore>;
