import { sql } from 'kysely';
import type { Trx } from '#server/postgres/connection/database.ts';

/**
 * Of a row of `alerts`: the same as `isLeftOut` of the domain; a test holds both together. One such alert is enough, also
 * where another of its donation was let through. The condition of the index `alerts_left_out`.
 */
export const leftOutCondition = sql<boolean>`(kind <> 'test'
  and ((held_at is not null and approved_at is null) or settled_how = 'rejected' or (is_masked and found_words = '{}')))`;

/**
 * Notes on what is settled of a donation that somebody has approved it since. A block settles what waits for approval; what
 * comes after it is a replay, and who lets that through has judged the donation. Without a name nobody did, in time.
 */
export async function noteApproval(
  trx: Trx,
  by: { userId: string; name: string | null },
  donationId: string,
  at: Date,
): Promise<void> {
  // `leftOutCondition` is said besides, though it follows, for the planner: it finds the rows by the index then.
  await sql`
    update alerts set approved_at = ${at}, approved_by = ${by.name}
    where user_id = ${by.userId} and donation_id = ${donationId} and state = 'settled'
      and held_at is not null and approved_at is null and ${leftOutCondition}`.execute(trx);
}
