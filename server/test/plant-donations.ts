import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';

type Entry = Insertable<Schema['chain_entries']>;
type Row = Partial<Omit<Insertable<Schema['donations']>, 'user_id'>>;

let planted = 0;

/** Puts donations into the books without any chain, the first one the newest; returns their ids. Unpaid unless told. */
export async function plantDonations(db: Database, userId: string, rows: readonly Row[]): Promise<string[]> {
  const newestMs = Date.parse('2026-11-20T12:00:00Z');
  const values = rows.map((row, index) => {
    planted += 1;
    const createdAt = new Date(newestMs - index * 60_000);
    return {
      user_id: userId,
      donator_name: 'Ana',
      message: '',
      address: `planted-${planted}`,
      key_user: 1_000_000,
      key_epoch: 0,
      key_index: planted,
      min_lamports: 2_000_000n,
      received_lamports: row.paid_at ? 2_000_000n : 0n,
      created_at: createdAt,
      expires_at: new Date(createdAt.getTime() + 600_000),
      ...row,
    };
  });
  if (values.length === 0) return [];
  const stored = await db.insertInto('donations').values(values).returning(['id', 'address']).execute();
  const idOf = new Map(stored.map(({ address, id }) => [address, id]));
  return values.map(({ address }) => idOf.get(address) ?? '');
}

/** Facts of a donation that was paid at that time. */
export function paidAt(time: string, lamports = 2_000_000n): Row {
  return { paid_at: new Date(time), received_lamports: lamports };
}

/** Puts a transaction of a donation's address into the books, final unless told. */
export async function plantEntry(
  db: Database,
  donationId: string,
  { at, ...entry }: { at: string } & Pick<Entry, 'lamports' | 'slot'> & Partial<Entry>,
): Promise<{ address: string }> {
  const { address } = await db
    .selectFrom('donations')
    .select('address')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  const usual = {
    signature: randomUUID(),
    block_time: new Date(at),
    fee_lamports: 0n,
    succeeded: true,
    finalized: true,
    dropped: false,
  };
  await db
    .insertInto('chain_entries')
    .values({ address, ...usual, ...entry })
    .execute();
  return { address };
}
