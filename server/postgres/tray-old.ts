import { type RawBuilder, sql } from 'kysely';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import type { Trx } from './database.ts';
import { forgetDonorPages } from './tell-donor.ts';

/** So many at once: more would hold the queue, and everybody's events behind them, for seconds. */
const atOnce = 500;

/** Puts what is too old into the tray, as `trayPart` does. */
export async function trayOld(trx: Trx, userIds: readonly string[], pace: AlertPace): Promise<boolean> {
  return await trayPart(
    trx,
    sql`
    select a.id from alerts a
    where a.user_id = any(${userIds}::uuid[]) and a.state = 'queue' and a.kind <> 'test' and ${isTooOld(pace)}`,
  );
}

/** What waits for too long. What was sent already is not among it: its card is being shown. */
export function isTooOld(pace: AlertPace): RawBuilder<boolean> {
  return sql<boolean>`(
    a.sent_at is null and a.queued_at < clock_timestamp() - ${pace.catchUpMs} * interval '1 ms')`;
}

/**
 * Puts the first of these alerts into the tray; what donors' pages say of them is read anew. Returns whether there may
 * be more: whoever called commits then, and calls again in a transaction of its own.
 */
export async function trayPart(trx: Trx, ids: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ donationId: string | null; kind: string }>`
    update alerts set trayed_at = now() where id = any (array(${ids} limit ${atOnce}))
    returning donation_id as "donationId", kind`.execute(trx);
  await forgetDonorPages(
    trx,
    rows.flatMap(({ donationId, kind }) => (kind === 'payment' && donationId !== null ? [donationId] : [])),
  );
  return rows.length === atOnce;
}
