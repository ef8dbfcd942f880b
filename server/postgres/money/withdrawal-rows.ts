import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { SignedWithdrawal, StoredWithdrawal } from '#server/app/wallet-ports.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';

/** A withdrawal with the signature of its transfer that is live or final. */
interface Row extends Omit<
  Selectable<Schema['withdrawals']>,
  'ended_at' | 'next_attempt_at' | 'lease_until' | 'fence' | 'attempts'
> {
  signature: string | null;
}

/** One withdrawal of a streamer; null when it is unknown or another's. */
export function findWithdrawal(
  db: Database | Trx,
  userId: string,
  id: string,
): Promise<StoredWithdrawal | null> {
  return findOneWithdrawal(db, sql`w.user_id = ${userId} and w.id = ${id}`);
}

/** The one that meets a condition, with what its transfer moves where one is live or final. */
export async function findOneWithdrawal(
  db: Database | Trx,
  condition: RawBuilder<unknown>,
): Promise<StoredWithdrawal | null> {
  const { rows } = await sql<Row>`
    select w.id, w.user_id, w.key_epoch, w.destination, w.is_all, w.unit_price, w.balance_lamports, w.created_at,
      w.seen_at, w.landed_at, w.failed_at, w.given_up_at, w.given_up_why, t.signature,
      coalesce(t.lamports, w.lamports) as lamports, coalesce(t.fee_lamports, w.fee_lamports) as fee_lamports
    from withdrawals w left join withdrawal_transfers t on t.withdrawal_id = w.id and t.state <> 'expired'
    where ${condition}`.execute(db);
  const row = rows[0];
  return row === undefined ? null : toWithdrawal(row);
}

/** The transfer of a withdrawal that may still land. */
export async function findLive(db: Database, withdrawalId: string): Promise<SignedWithdrawal | null> {
  const row = await db
    .selectFrom('withdrawal_transfers')
    .select([
      'signature',
      'raw',
      'lamports',
      'fee_lamports as feeLamports',
      'last_valid_block_height as lastValidBlockHeight',
      'signed_slot as signedSlot',
    ])
    .where('withdrawal_id', '=', withdrawalId)
    .where('state', '=', 'live')
    .executeTakeFirst();
  return row ?? null;
}

function toWithdrawal(row: Row): StoredWithdrawal {
  return {
    id: row.id,
    userId: row.user_id,
    keyEpoch: row.key_epoch,
    destination: row.destination,
    isAll: row.is_all,
    lamports: row.lamports,
    feeLamports: row.fee_lamports,
    unitPrice: row.unit_price,
    balanceLamports: row.balance_lamports,
    createdAt: row.created_at,
    isSigned: row.signature !== null,
    seenAt: row.seen_at,
    landedAt: row.landed_at,
    failedAt: row.failed_at,
    givenUpAt: row.given_up_at,
    givenUpWhy: row.given_up_why,
    signature: row.signature,
  };
}
