import { sql } from 'kysely';
import type { KeyPath } from '#server/domain/donation.ts';
import type { Database } from './database.ts';

/** A donation's address and what the books say about it. Sums leave out what the chain rolled back. */
export interface DonationAddress {
  id: string;
  address: string;
  path: KeyPath;
  username: string;
  /** Where its money belongs: the payout address or the wallet. */
  destination: string;
  entries: number;
  /** What came, by entries that are positive; and what went, as a positive number, fees that it paid included. */
  inLamports: bigint;
  outLamports: bigint;
  feeLamports: bigint;
  unfinalized: number;
  /** What the transfers that these books made have moved from it. */
  sweptLamports: bigint;
  sweptFeeLamports: bigint;
  /** Signatures of transactions that took money from it and that these books did not make. */
  foreignSignatures: string[];
  hasLiveSweep: boolean;
  /** What was said last about money that waits to be moved; null where none waits. */
  lastError: string | null;
}

const pageSize = 500;

interface AddressRow {
  id: string;
  address: string;
  key_user: number;
  key_epoch: number;
  key_index: number;
  username: string;
  destination: string;
  entries: number;
  in_lamports: string;
  out_lamports: string;
  fee_lamports: string;
  unfinalized: number;
  swept: string;
  swept_fees: string;
  foreign_signatures: string[];
  has_live: boolean;
  last_error: string | null;
}

/** Goes through all donation addresses, or one, or those of a streamer (any case), a page at a time. */
export async function* listDonationAddresses(
  db: Database,
  which: { address?: string; username?: string; ids?: readonly string[] },
): AsyncGenerator<DonationAddress[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<AddressRow>`
      with page as (
        select d.id, d.address, d.key_user, d.key_epoch, d.key_index, u.username,
               coalesce(u.payout_address, u.wallet_address) as destination
        from donations d join users u on u.id = d.user_id
        where d.id > ${after}
          and (${which.address ?? null}::text is null or d.address = ${which.address ?? null})
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
          coalesce(array_agg(c.signature) filter (where c.lamports < 0 and w.signature is null), '{}') as foreign_signatures
        from chain_entries c left join sweeps w on w.signature = c.signature
        where c.address = p.address and not c.dropped
      ) e
      cross join lateral (
        select coalesce(sum(w.lamports) filter (where w.state = 'landed'), 0)::text as swept,
          coalesce(sum(w.fee_lamports) filter (where w.state = 'landed'), 0)::text as swept_fees,
          coalesce(bool_or(w.state = 'live'), false) as has_live
        from sweeps w where w.donation_id = p.id
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
    path: { user: row.key_user, epoch: row.key_epoch, index: row.key_index },
    username: row.username,
    destination: row.destination,
    entries: row.entries,
    inLamports: BigInt(row.in_lamports),
    outLamports: BigInt(row.out_lamports),
    feeLamports: BigInt(row.fee_lamports),
    unfinalized: row.unfinalized,
    sweptLamports: BigInt(row.swept),
    sweptFeeLamports: BigInt(row.swept_fees),
    foreignSignatures: row.foreign_signatures,
    hasLiveSweep: row.has_live,
    lastError: row.last_error,
  };
}
