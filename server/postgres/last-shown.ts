import { sql } from 'kysely';
import { listAlerts } from './alert-rows.ts';
import type { Trx } from './database.ts';

/**
 * Of a settled alert `a`: whether somebody took it off the stream, or what came of its donation after it. Bounded by its time,
 * so that the index `alerts_settled` finds it among the newest.
 */
const isTakenAway = sql<boolean>`(a.taken_at is not null or exists (
  select from alerts l
  where l.user_id = a.user_id and l.state = 'settled' and l.settled_at > a.settled_at and l.donation_id = a.donation_id
    and (l.taken_at is not null or l.settled_how in ('skipped', 'rejected'))))`;

/** The donation that overlays showed last; null: none. Not what somebody took away: one key must not bring it back. */
export async function findLastShown(trx: Trx, userId: string): Promise<string | null> {
  const [last] = await listAlerts(trx, userId, {
    where: sql`a.kind <> 'test' and a.state = 'settled' and a.settled_how = 'overlay' and not ${isTakenAway}`,
    orderBy: sql`a.settled_at desc`,
    limit: 1,
  });
  return last?.donation?.id ?? null;
}
