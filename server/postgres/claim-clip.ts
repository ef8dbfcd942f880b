import { sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import type { Clip } from '#server/domain/donation.ts';
import type { Trx } from './database.ts';

/** Counted from the upload (spec §9: 'files deleted after 24 hours'). */
const claimedLifeMs = 24 * 3_600_000;

/**
 * Gives an uploaded clip to a donation, for good: of many that ask at the same time one gets it.
 * Throws `Problem('clip_not_found')` when it is unknown, not there yet, expired or taken.
 */
export async function claimClip(trx: Trx, name: string, donationId: string, now: Date): Promise<Clip> {
  const row = await trx
    .updateTable('clips')
    .set({
      donation_id: donationId,
      expires_at: sql<Date>`uploaded_at + ${claimedLifeMs} * interval '1 ms'`,
    })
    .where('name', '=', name)
    .where('donation_id', 'is', null)
    .where('stored_at', 'is not', null)
    .where('lease_until', 'is', null)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('duration_ms as durationMs')
    .executeTakeFirst();
  if (row === undefined) throw new Problem('clip_not_found');
  return { name, durationMs: row.durationMs };
}
