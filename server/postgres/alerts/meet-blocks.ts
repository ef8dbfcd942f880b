import { type CompiledQuery, sql } from 'kysely';
import type { BlockKind } from '#contract/block-kinds.ts';
import { applyBlockMatch, type Donation, payersOf } from '#server/domain/donation.ts';
import { blockKeysFor, findBlock, type BlockMarks } from '#server/domain/moderation/block-list.ts';
import type { Trx } from '#server/postgres/connection/database.ts';

/** An entry of a block list that may fit a donation. */
export interface BlockRow {
  id: string;
  kind: BlockKind;
  value: string;
}

/** What a block list may name of a donation. */
function marksOf(donation: Donation): BlockMarks {
  return { donatorName: donation.donatorName, message: donation.message, payers: payersOf(donation) };
}

/**
 * Entries that may fit a donation, as a statement: looked up by what the donation shows, however long the list is. To be
 * run behind the lock on the streamer's queue, under which entries come and go: then either the payment meets the entry,
 * or whoever adds the entry meets the payment's alert.
 */
export function blocksLike(trx: Trx, donation: Donation): CompiledQuery<BlockRow> {
  const { wallet, name, word } = blockKeysFor(marksOf(donation));
  return sql<BlockRow>`
    select id, kind, value from blocks
    where user_id = ${donation.userId} and (
      (kind = 'wallet' and key = any(${wallet}::text[])) or (kind = 'name' and key = any(${name}::text[]))
      or (kind = 'word' and ${word === null ? sql`true` : sql`key = any(${word}::text[])`}))
    order by created_at, id`.compile(trx);
}

/**
 * The donation as the block list leaves it; the same object where nothing fits, and where somebody has allowed what the
 * list had blocked before.
 */
export function meetBlocks(donation: Donation, entries: readonly BlockRow[], now: Date): Donation {
  return donation.blockedFor === null ? blockedBy(donation, entries, now) : donation;
}

/** The donation blocked by the entry that fits; the same object where none does, or where it is blocked already. */
export function blockedBy(donation: Donation, entries: readonly BlockRow[], now: Date): Donation {
  const found = findBlock(marksOf(donation), entries);
  if (found === null) return donation;
  return applyBlockMatch(donation, { blockId: found.id, kind: found.kind, value: found.value }, now);
}

/** Stores that a donation has just met the block list; its other facts are stored already. */
export function saveMeeting(
  trx: Trx,
  { id, blockedAt, blockedFor, shownAt, settledHow }: Donation,
): CompiledQuery {
  return trx
    .updateTable('donations')
    .set({ blocked_at: blockedAt, ...blockColumns(blockedFor), shown_at: shownAt, settled_how: settledHow })
    .where('id', '=', id)
    .compile();
}

/** The columns of the entry that keeps a donation off the stream. */
export function blockColumns(match: Donation['blockedFor']) {
  return {
    block_id: match?.blockId ?? null,
    block_kind: match?.kind ?? null,
    block_value: match?.value ?? null,
  };
}
