import { sql } from 'kysely';
import type { DonationStatus } from '#contract/donation.ts';
import type { KeyPath } from '#server/domain/donation.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** A donation's address and what the books say about it. Sums leave out what the chain rolled back. */
export interface DonationAddress {
  id: string;
  address: string;
  /** Where it is paid to, if in a token. */
  tokenAccount: string | null;
  path: KeyPath;
  username: string;
  status: DonationStatus;
  createdAt: Date;
  /** Where its money may go: the streamer's wallet, and their payout address if there is one. */
  destinations: string[];
  entries: number;
  /** What came, by entries that are positive; and what went, as a positive number, fees that it paid included. */
  inLamports: bigint;
  outLamports: bigint;
  /** Fees that this address paid. */
  feeLamports: bigint;
  unfinalized: number;
  /** How much of what went the transfers that these books made account for, their fees included. */
  explainedLamports: bigint;
  /** Transactions that took money from it and that these books did not make, with how much. */
  foreign: { signature: string; lamports: bigint }[];
  hasLiveSweep: boolean;
  /** What was said last about money that waits to be moved; null where none waits. */
  lastError: string | null;
}

const pageSize = 500;

interface AddressRow {
  id: string;
  address: string;
  token_account: string | null;
  key_user: number;
  key_epoch: number;
  key_index: number;
  username: string;
  status: DonationStatus;
  created_at: Date;
  destinations: string[];
  entries: number;
  in_lamports: string;
  out_lamports: string;
  fee_lamports: string;
  unfinalized: number;
  explained: string;
  foreign_signatures: string[];
  foreign_lamports: string[];
  has_live: boolean;
  last_error: string | null;
}

/**
 * Goes through all donation addresses, or one, which its token account names as well, or those of a streamer (any case), a
 * page at a time.
 */
export async function* listDonationAddresses(
  db: Database,
  which: { address?: string; username?: string; ids?: readonly string[] },
): AsyncGenerator<DonationAddress[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<AddressRow>`
      with page as (
        select d.id, d.address, d.token_account, d.key_user, d.key_epoch, d.key_index, d.status, d.created_at, u.username,
               array_remove(array[u.wallet_address, u.payout_address], null) as destinations
        from donations d join users u on u.id = d.user_id
        where d.id > ${after}
          and (${which.address ?? null}::text is null or ${which.address ?? null} in (d.address, d.token_account))
          and (${which.username ?? null}::text is null or lower(u.username) = lower(${which.username ?? null}))
          and (${which.ids ?? null}::uuid[] is null or d.id = any (${which.ids ?? null}))
        order by d.id limit ${pageSize}
      )
      select p.*, j.last_error, e.*, s.*
      from page p
      left join sweep_jobs j on j.donation_id = p.id
      cross join lateral (
        select count(*)::int as entries,
          coalesce(sum(c.lamports) filter (where c.lamports > 0), 0)::text as in_lamports,
          coalesce(-sum(c.lamports) filter (where c.lamports < 0), 0)::text as out_lamports,
          coalesce(sum(c.fee_lamports), 0)::text as fee_lamports,
          (count(*) filter (where not c.finalized))::int as unfinalized,
          coalesce(sum(case when c.succeeded then w.lamports else 0 end
            + case when w.fee_payer = c.address then w.fee_lamports else 0 end)
            filter (where c.lamports < 0), 0)::text as explained,
          coalesce(array_agg(c.signature order by c.signature)
            filter (where c.lamports < 0 and w.signature is null), '{}') as foreign_signatures,
          coalesce(array_agg((-c.lamports)::text order by c.signature)
            filter (where c.lamports < 0 and w.signature is null), '{}') as foreign_lamports
        from chain_entries c left join sweeps w on w.signature = c.signature and w.address = c.address
        where c.address = p.address and not c.dropped
      ) e
      cross join lateral (
        select exists (select 1 from sweeps w where w.donation_id = p.id and w.state = 'live') as has_live
      ) s
      order by p.id`.execute(db);
    if (rows.length > 0) yield rows.map(toAddress);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.id;
  }
}

function toAddress(row: AddressRow): DonationAddress {
  return {
    id: row.id,
    address: row.address,
    tokenAccount: row.token_account,
    path: { user: row.key_user, epoch: row.key_epoch, index: row.key_index },
    username: row.username,
    status: row.status,
    createdAt: row.created_at,
    destinations: row.destinations,
    entries: row.entries,
    inLamports: BigInt(row.in_lamports),
    outLamports: BigInt(row.out_lamports),
    feeLamports: BigInt(row.fee_lamports),
    unfinalized: row.unfinalized,
    explainedLamports: BigInt(row.explained),
    foreign: row.foreign_signatures.map((signature, index) => ({
      signature,
      lamports: BigInt(row.foreign_lamports[index] ?? 0),
    })),
    hasLiveSweep: row.has_live,
    lastError: row.last_error,
  };
}
