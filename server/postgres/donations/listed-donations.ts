import { sql } from 'kysely';
import type { ListedDonation } from '#contract/donation.ts';
import { presentListed } from '#server/app/donations/present-donation.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { isLiveClip, toBlockMatch, toPaidValue } from './donation-rows.ts';
import { receivedToken, toReceivedToken } from './token-rows.ts';

/**
 * The alert of a donation's payment while a person is to decide about it, in the words of the contract: a look into the
 * index of payments' alerts. Not of what the chain rolled back, whose alert is withheld.
 */
const waitingAlert = sql<NonNullable<ListedDonation['waiting']> | null>`(
  select jsonb_build_object('alertId', a.id, 'waitsFor', case a.state when 'held' then 'approval' else 'play' end,
                            'hasFoundWords', cardinality(a.found_words) > 0, 'isMasked', a.is_masked)
  from alerts a
  where a.donation_id = donations.id and a.kind = 'payment' and a.state in ('held', 'tray')
    and donations.failed_at is null)`;

/** Donations with the columns that a row of the streamer's list needs, newest first. */
export function selectListed(db: Database) {
  return db
    .selectFrom('donations')
    .leftJoin('clips', (join) => join.onRef('clips.donation_id', '=', 'donations.id').on(isLiveClip))
    .select([
      'id',
      'donator_name as donatorName',
      'received_lamports as receivedLamports',
      'message',
      'status',
      'created_at as createdAt',
      'shown_at as shownAt',
      'settled_how as settledHow',
      'late',
      'transfer_signature as transferSignature',
      'blocked_at as blockedAt',
      'fiat_currency',
      'fiat_price_micros',
      'fiat_minor',
      'block_id as blockId',
      'block_kind as blockKind',
      'block_value as blockValue',
      'hides_name as hidesName',
      'hides_amount as hidesAmount',
      'clips.name as clipName',
      'clips.duration_ms as clipMs',
      receivedToken(sql`donations`).as('token'),
      waitingAlert.as('waiting'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id');
}

type Row = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number];

/** A row of the streamer's list from its columns. */
export function toListed({ clipName, clipMs, blockId, blockKind, blockValue, ...row }: Row): ListedDonation {
  const clip = clipName === null ? null : { name: clipName, durationMs: clipMs ?? 0 };
  const value = toPaidValue(row);
  const blocked = toBlockMatch(blockId, blockKind, blockValue);
  return presentListed({ ...row, value, clip, blockedFor: blocked, token: toReceivedToken(row.token) });
}
