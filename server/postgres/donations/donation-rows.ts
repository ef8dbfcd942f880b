import { type Selectable, sql } from 'kysely';
import type { BlockKind } from '#contract/block-kinds.ts';
import { isRemovedName } from '#contract/removed-name.ts';
import { isUuid } from '#server/app/is-uuid.ts';
import type { BlockMatch, ChainEntry, Clip, Donation, PaidValue } from '#server/domain/donation.ts';
import type { TokenSide } from '#server/domain/token-side.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { planOnce, runTogether } from '#server/postgres/connection/run-together.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';
import { loadTokenSides } from './token-rows.ts';

/** What a donation is made of; named one by one, so that the statement can be prepared (`frequent-statements.ts`). */
const donationColumns = [
  'id',
  'user_id',
  'donator_name',
  'message',
  'address',
  'key_user',
  'key_epoch',
  'key_index',
  'min_lamports',
  'asked_lamports',
  'hides_name',
  'hides_amount',
  'created_at',
  'expires_at',
  'received_lamports',
  'late',
  'paid_at',
  'shown_at',
  'settled_how',
  'swept_at',
  'transfer_signature',
  'blocked_at',
  'block_id',
  'block_kind',
  'block_value',
  'expired_at',
  'failed_at',
  'fiat_currency',
  'fiat_price_micros',
  'fiat_minor',
  'token_mint',
  'token_account',
  'minimum_units',
  'asked_units',
  'received_units',
] as const;
const entryColumns = [
  'signature',
  'slot',
  'block_time',
  'lamports',
  'fee_lamports',
  'payers',
  'succeeded',
  'finalized',
  'dropped',
] as const;
type DonationColumns = Pick<Selectable<Schema['donations']>, (typeof donationColumns)[number]>;
type EntryColumns = Pick<Selectable<Schema['chain_entries']>, (typeof entryColumns)[number]>;

/** Whether the file of a row of `clips` can still be heard. */
export const isLiveClip = sql<boolean>`(clips.deleted_at is null and clips.expires_at > now())`;

/** A clip as it stands beside its donation. */
interface ClipColumns extends Clip {
  isLive: boolean;
}

/** The clip of a row of `donations` as a column; null for none. */
const clipOfDonation = sql<ClipColumns | null>`(
  select json_build_object('name', name, 'durationMs', duration_ms, 'isLive', ${isLiveClip})
  from clips where donation_id = donations.id)`;

/**
 * A donation with its entries from its rows, or null; what is no UUID is no donation's id.
 * `lock` holds the row until the transaction ends, and lets rows that refer to it be written meanwhile.
 */
export async function loadDonation(
  db: Database | Trx,
  by: { id: string } | { address: string },
  lock = false,
): Promise<Donation | null> {
  if ('id' in by && !isUuid(by.id)) return null;
  const id =
    'id' in by
      ? sql<string>`${by.id}`
      : sql<string>`(select id from donations where address = ${by.address})`;
  const donation = selectDonations(db).where('id', '=', id);
  // The entries come by a statement of their own: it sees what was committed while the lock was waited for.
  const [, found, entries] = await runTogether(db, [
    lock ? planOnce : null,
    (lock ? donation.forNoKeyUpdate() : donation).compile(),
    db
      .selectFrom('chain_entries')
      .select(entryColumns)
      .where('address', '=', (eb) => eb.selectFrom('donations').select('address').where('id', '=', id))
      .orderBy('slot')
      .orderBy('signature')
      .compile(),
  ]);
  const row = found.rows[0];
  if (row === undefined) return null;
  const token = (await loadTokenSides(db, found.rows)).get(row.id) ?? null;
  return toDonation(row, entries.rows.map(toEntry), { clip: row.clip, token });
}

/** Several of them, in no order, with as many statements as one takes; none is locked. */
export async function loadDonations(trx: Trx, ids: readonly string[]): Promise<Donation[]> {
  const [found, entries] = await runTogether(trx, [
    selectDonations(trx)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .compile(),
    trx
      .selectFrom('chain_entries')
      .select(['address', ...entryColumns])
      .where(sql<boolean>`address in (select address from donations where id = any(${ids}::uuid[]))`)
      .orderBy('slot')
      .orderBy('signature')
      .compile(),
  ]);
  const tokens = await loadTokenSides(trx, found.rows);
  const entriesOf = Map.groupBy(entries.rows, ({ address }) => address);
  return found.rows.map((row) =>
    toDonation(row, (entriesOf.get(row.address) ?? []).map(toEntry), {
      clip: row.clip,
      token: tokens.get(row.id) ?? null,
    }),
  );
}

function selectDonations(db: Database | Trx) {
  return db.selectFrom('donations').select(donationColumns).select(clipOfDonation.as('clip'));
}

/** A donation from its row, its entries, its clip and what it is paid in. */
export function toDonation(
  row: DonationColumns,
  entries: readonly ChainEntry[],
  { clip, token }: { clip: ClipColumns | null; token: TokenSide | null },
): Donation {
  return {
    id: row.id,
    userId: row.user_id,
    donatorName: row.donator_name,
    message: row.message,
    address: row.address,
    keyPath: { user: row.key_user, epoch: row.key_epoch, index: row.key_index },
    minLamports: row.min_lamports,
    askedLamports: row.asked_lamports,
    hidesName: row.hides_name,
    hidesAmount: row.hides_amount,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    receivedLamports: row.received_lamports,
    late: row.late,
    paidAt: row.paid_at,
    shownAt: row.shown_at,
    settledHow: row.settled_how,
    sweptAt: row.swept_at,
    transferSignature: row.transfer_signature,
    blockedAt: row.blocked_at,
    value: toPaidValue(row),
    blockedFor: toBlockMatch(row.block_id, row.block_kind, row.block_value),
    hasClip: clip !== null,
    clip: clip?.isLive === true ? { name: clip.name, durationMs: clip.durationMs } : null,
    expiredAt: row.expired_at,
    failedAt: row.failed_at,
    entries,
    token,
  };
}

/** The entry of the block list that a row names; null for none. The three stand together. */
export function toBlockMatch(
  blockId: string | null,
  kind: BlockKind | null,
  value: string | null,
): BlockMatch | null {
  return blockId === null || kind === null || value === null ? null : { blockId, kind, value };
}

function toEntry(row: EntryColumns): ChainEntry {
  return {
    signature: row.signature,
    slot: row.slot,
    blockTime: row.block_time,
    lamports: row.lamports,
    feeLamports: row.fee_lamports,
    payers: row.payers,
    succeeded: row.succeeded,
    finalized: row.finalized,
    dropped: row.dropped,
  };
}

/** What is known of an entry of an address before it is valued. */
export type ChainEntryRow = Omit<
  Selectable<Schema['chain_entries']>,
  'seen_at' | 'fiat_currency' | 'fiat_price_micros' | 'fiat_minor'
>;

/** What the payments of a donation, or of an alert's, were worth, from its columns. */
export function toPaidValue(row: {
  fiat_currency: string | null;
  fiat_price_micros: bigint | null;
  fiat_minor: bigint | null;
}): PaidValue | null {
  const { fiat_currency: currency, fiat_price_micros: priceMicros, fiat_minor: minor } = row;
  return currency === null || priceMicros === null || minor === null
    ? null
    : { currency, priceMicros, minor };
}

/** Who paid, as it is stored: of a donation whose texts were removed nobody, however late a payment comes. */
export function payersToKeep(donatorName: string, payers: readonly string[]): readonly string[] {
  return isRemovedName(donatorName) ? [] : payers;
}

/** The row of an entry of a donation's address. */
export function toEntryRow(
  { address, donatorName }: Pick<Donation, 'address' | 'donatorName'>,
  entry: ChainEntry,
): ChainEntryRow {
  return {
    address,
    signature: entry.signature,
    slot: entry.slot,
    block_time: entry.blockTime,
    lamports: entry.lamports,
    fee_lamports: entry.feeLamports,
    payers: [...payersToKeep(donatorName, entry.payers)],
    succeeded: entry.succeeded,
    finalized: entry.finalized,
    dropped: entry.dropped,
  };
}
