import { type RawBuilder, sql } from 'kysely';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { type ChangedAlert, forgetDonorPages, tellDonors } from '#server/postgres/donations/tell-donor.ts';

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

/**
 * What waits for too long, of alerts that are called `a`. Nothing grows old while its queue is paused, but for what was
 * released, which waits for an overlay alone. What was sent already is not among it: its card is being shown.
 */
export function isTooOld(pace: AlertPace): RawBuilder<boolean> {
  const now = sql`
    least(clock_timestamp(), (
      select paused_at from alert_queues where user_id = a.user_id and a.released_at is null))`;
  return sql<boolean>`(a.sent_at is null and a.queued_at < ${now} - ${pace.catchUpMs} * interval '1 ms')`;
}

/**
 * Leaves the pause that is about to end out of the time that alerts have waited. The caller holds the lock on the queue's
 * row, and ends the pause in the same transaction. One that was on stream may be sent anew: for it, too. Where the queue is
 * not paused nothing happens.
 */
export async function leaveOutPause(trx: Trx, userId: string): Promise<void> {
  await sql`
    update alerts a
    set queued_at = a.queued_at + greatest(now() - greatest(a.queued_at, q.paused_at), interval '0')
    from alert_queues q
    where q.user_id = ${userId} and q.paused_at is not null
      and a.user_id = ${userId} and a.state = 'queue' and a.kind <> 'test' and a.released_at is null`.execute(
    trx,
  );
}

/**
 * Puts the first of these alerts into the tray; donors' pages hear of it, or are read anew. Returns whether there may
 * be more: whoever called commits then, and calls again in a transaction of its own.
 */
export async function trayPart(trx: Trx, ids: RawBuilder<unknown>): Promise<boolean> {
  return await changePart(trx, sql`trayed_at = now()`, ids);
}

/** The same for another change of where alerts are. */
export async function changePart(
  trx: Trx,
  change: RawBuilder<unknown>,
  ids: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql<ChangedAlert>`
    update alerts set ${change} where id = any (array(${ids} limit ${atOnce}))
    returning donation_id as "donationId", kind, seq`.execute(trx);
  await forgetDonorPages(trx, await tellDonors(trx, rows));
  return rows.length === atOnce;
}
