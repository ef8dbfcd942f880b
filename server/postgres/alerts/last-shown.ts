import { sql } from 'kysely';
import type { Alert } from '#server/app/desk/alert-view.ts';
import { listAlerts } from './alert-rows.ts';
import type { Trx } from '#server/postgres/connection/database.ts';

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

/** Ids of those among the settled alerts that are for this reason never the last that was shown. */
export async function listTakenAway(
  trx: Trx,
  userId: string,
  alerts: readonly Alert[],
): Promise<ReadonlySet<string>> {
  const ids = alerts.map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select a.id from alerts a where a.user_id = ${userId} and a.id = any(${ids}) and ${isTakenAway}`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}
