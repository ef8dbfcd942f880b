import { type RawBuilder, sql } from 'kysely';
import { clipPath } from '#server/app/donations/present-donation.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { donationBatches } from '#server/postgres/donations/donation-batches.ts';
import { readOwnTokens } from './read-own-tokens.ts';

type Row = Record<string, unknown>;
interface DonationRow extends Row {
  id: string;
  createdExactly: string;
}

/** Every donation of a streamer with its payments, transfers, alerts and clip, newest first, in batches. */
export async function* readOwnDonations(db: Database, userId: string): AsyncGenerator<Row[], void> {
  const batches = donationBatches((isBehind, limit) =>
    readBatch(db, sql`user_id = ${userId} and ${isBehind}`, limit),
  );
  for await (const rows of batches) yield await withBelongings(db, rows);
}

async function readBatch(db: Database, which: RawBuilder<boolean>, limit: number): Promise<DonationRow[]> {
  const { rows } = await sql<DonationRow>`
    select id, created_at as "createdAt", created_at::text as "createdExactly", expires_at as "expiresAt",
      btrim(donator_name) as "donorName", message, texts_removed_at as "textsRemovedAt", status, late,
      min_lamports as minimum, asked_lamports as asked, hides_name as "hidesName", hides_amount as "hidesAmount",
      received_lamports as received, address,
      json_build_object('user', key_user, 'epoch', key_epoch, 'index', key_index) as "keyNumber",
      paid_at as "paidAt", expired_at as "expiredAt", failed_at as "failedAt", shown_at as "shownAt",
      settled_how as "shownHow", swept_at as "transferredAt", transfer_signature as "transferSignature",
      blocked_at as "blockedAt", block_kind as "blockedKind", block_value as "blockedBy",
      case when fiat_minor is not null then json_build_object('currency', fiat_currency,
        'minorUnits', fiat_minor::text, 'priceMicros', fiat_price_micros::text) end as "value"
    from donations
    where ${which} order by created_at desc, id limit ${limit}`.execute(db);
  return rows;
}

async function withBelongings(db: Database, donations: readonly DonationRow[]): Promise<Row[]> {
  const ids = donations.map(({ id }) => id);
  const grouped = async (text: RawBuilder<Row & { of: string }>): Promise<Map<string, Row[]>> => {
    const byDonation = new Map<string, Row[]>();
    for (const { of, ...row } of (await text.execute(db)).rows) {
      byDonation.set(of, [...(byDonation.get(of) ?? []), row]);
    }
    return byDonation;
  };
  const entries = await grouped(sql`
    select d.id as of, e.signature, e.slot::text as slot, e.block_time as at, e.lamports as change,
      e.fee_lamports as fee, e.succeeded, e.finalized, e.dropped, e.payers
    from donations d join chain_entries e on e.address = d.address
    where d.id = any(${ids}::uuid[]) and (d.texts_removed_at is null or e.lamports <= 0) order by e.slot, e.signature`);
  const transfers = await grouped(sql`
    select donation_id as of, signature, destination, lamports as amount, fee_lamports as fee,
      fee_payer as "feePayer", state, created_at as "createdAt", ended_at as "endedAt"
    from sweeps where donation_id = any(${ids}::uuid[]) order by created_at, signature`);
  const alerts = await grouped(sql`
    select donation_id as of, id, kind, queued_at as "queuedAt", sent_at as "sentAt", held_at as "heldAt",
      approved_at as "approvedAt", approved_by as "approvedBy", is_masked as "isMasked", found_words as "foundWords",
      held_for as "heldFor", settled_at as "settledAt", settled_how as "settledHow", settled_by as "settledBy"
    from alerts where donation_id = any(${ids}::uuid[]) and kind = 'payment' order by seq`);
  const clips = await grouped(sql`
    select donation_id as of, name, mime_type as "type", duration_ms as "durationMs", bytes,
      uploaded_at as "uploadedAt", expires_at as "goneAt", deleted_at as "deletedAt"
    from clips where donation_id = any(${ids}::uuid[])`);
  const tokens = await readOwnTokens(db, ids);
  return donations.map((donation) => ({
    ...donation,
    ...(tokens.has(donation.id) && { token: tokens.get(donation.id) }),
    payments: entries.get(donation.id) ?? [],
    transfers: transfers.get(donation.id) ?? [],
    alerts: alerts.get(donation.id) ?? [],
    clip: presentClip(clips.get(donation.id)?.[0]),
    createdExactly: undefined,
  }));
}

/** A clip is named by the link under which it can be heard until it is gone. */
function presentClip(clip: Row | undefined): Row | null {
  return clip === undefined ? null : { ...clip, link: clipPath(String(clip['name'])) };
}
