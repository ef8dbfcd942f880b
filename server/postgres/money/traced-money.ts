import { sql } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';

/** A transfer that these books signed for a donation: of lamports, or of units of its token. */
export interface TracedTransfer {
  signature: string;
  isToken: boolean;
  destination: string;
  /** What arrives, the fee aside. */
  amount: bigint;
  feeLamports: bigint;
  feePayer: string;
  state: 'live' | 'landed' | 'failed' | 'expired';
  signedAt: Date;
}

/** Every transfer of a donation, whatever became of it, the oldest first. */
export async function listTransfersOf(db: Database, donationId: string): Promise<TracedTransfer[]> {
  const { rows } = await sql<Omit<TracedTransfer, 'amount'> & { amount: string }>`
    select signature, false as "isToken", destination, lamports::text as amount, fee_lamports as "feeLamports",
      fee_payer as "feePayer", state, created_at as "signedAt"
    from sweeps where donation_id = ${donationId}
    union all
    select signature, true, destination, units::text, fee_lamports, fee_payer, state, created_at
    from token_sweeps where donation_id = ${donationId}
    order by "signedAt"`.execute(db);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** What was said last about tokens of a donation that wait to be passed on; null where none wait. */
export async function findTokenError(db: Database, donationId: string): Promise<string | null> {
  const { rows } = await sql<{ lastError: string | null }>`
    select last_error as "lastError" from token_sweep_jobs where donation_id = ${donationId}`.execute(db);
  return rows[0]?.lastError ?? null;
}

/**
 * The donations that a transaction paid or passed on, by the books. It has no index of its own there: a call for a person,
 * now and then.
 */
export async function listDonationsMovedBy(db: Database, signature: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from donations where address in (select address from chain_entries where signature = ${signature})
    union select donation_id from token_entries where signature = ${signature}
    union select donation_id from sweeps where signature = ${signature}
    union select donation_id from token_sweeps where signature = ${signature}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The donations to which one of these addresses or token accounts belongs. */
export async function listDonationsAt(db: Database, accounts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from donations where address = any (${accounts}::text[]) or token_account = any (${accounts}::text[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** A wallet to which money is passed on. */
export interface StreamersWallet {
  address: string;
  username: string;
  isPayout: boolean;
}

/** Which of these addresses are wallets of streamers, or payout addresses. */
export async function listWalletsAt(db: Database, accounts: readonly string[]): Promise<StreamersWallet[]> {
  const { rows } = await sql<StreamersWallet>`
    select wallet_address as address, username, false as "isPayout" from users
    where wallet_address = any (${accounts}::text[])
    union all
    select payout_address, username, true from users where payout_address = any (${accounts}::text[])
    order by "isPayout", username`.execute(db);
  return rows;
}
