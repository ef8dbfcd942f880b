import { type RawBuilder, sql } from 'kysely';
import type { DonationFilter, ExportedDonation } from '#server/app/donation-reads.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { donationBatches } from './donation-batches.ts';
import { toPaidValue } from './donation-rows.ts';
import { isWanted } from './search-donations.ts';
import { receivedToken, type ReceivedTokenRow, toReceivedToken } from './token-rows.ts';

interface Row extends Omit<ExportedDonation, 'value' | 'token' | 'tokenMinimumUnits'> {
  token: ReceivedTokenRow | null;
  minimum_units: string | null;
  fiat_currency: string | null;
  fiat_price_micros: bigint | null;
  fiat_minor: bigint | null;
  createdExactly: string;
}

/** All of a streamer's donations that are wanted, newest first, in batches. */
export async function* readAllDonations(
  db: Database,
  userId: string,
  wanted: DonationFilter,
): AsyncGenerator<ExportedDonation[], void> {
  const batches = donationBatches((isBehind, limit) =>
    readBatch(db, sql`user_id = ${userId} and ${isWanted(wanted)} and ${isBehind}`, limit),
  );
  for await (const rows of batches) if (rows.length > 0) yield rows.map(toExported);
}

function toExported({ token, minimum_units, ...row }: Row): ExportedDonation {
  const tokenMinimumUnits = minimum_units === null ? null : BigInt(minimum_units);
  return { ...row, value: toPaidValue(row), token: toReceivedToken(token), tokenMinimumUnits };
}

async function readBatch(db: Database, which: RawBuilder<boolean>, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, created_at as "createdAt", created_at::text as "createdExactly", paid_at as "paidAt",
           donator_name as "donatorName", message, status, received_lamports as "receivedLamports",
           min_lamports as "minLamports", asked_lamports as "askedLamports", hides_name as "hidesName",
           hides_amount as "hidesAmount", late, address, transfer_signature as "transferSignature",
           settled_how as "settledHow", texts_removed_at as "textsRemovedAt", blocked_at is not null as "isBlocked", block_kind as "blockKind",
           block_value as "blockValue", fiat_currency, fiat_price_micros, fiat_minor, minimum_units, ${receivedToken(sql`d`)} as token,
           case when token_mint is null then array(
             select signature from chain_entries e
             where e.address = d.address and d.texts_removed_at is null and succeeded and not dropped and lamports > 0
             order by slot, signature
           ) else array(
             select signature from token_entries e
             where e.donation_id = d.id and d.texts_removed_at is null and succeeded and not dropped and units > 0
             order by slot, signature
           ) end as "paymentSignatures"
    from donations d
    where ${which} order by created_at desc, id limit ${limit}`.execute(db);
  return rows;
}
