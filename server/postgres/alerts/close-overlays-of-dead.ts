import { sql } from 'kysely';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { forgetUnseen } from './forget-unseen.ts';
import { processSilentSeconds } from '#server/postgres/connection/process-silent-seconds.ts';
import { presenceLock, tellPresence } from './overlay-presence.ts';
import { tellWaiting } from './waiting-alerts.ts';
import { wakeQueue } from './wake-queue.ts';

/** Few enough that the transaction stays short: events wait for it. */
const streamersPerStep = 25;
/** Names the lock of whoever does it; any number that nothing else uses. */
const closingLock = 731_412;

/**
 * Closes the overlays of some streamers whose process is silent for too long. Their dashboards hear of it, and alerts
 * that went to nobody but them are sent anew, to the overlays that came to other processes meanwhile or are yet to come.
 *
 * One process at a time does it. Returns true when there may be more.
 */
export async function closeOverlaysOfDead(db: Database): Promise<boolean> {
  const found = await listStreamers(db);
  if (found.length === 0) return false;
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${closingLock}) as "isOurs"`.execute(trx);
    if (rows[0]?.isOurs !== true) return false;
    // At once and in the order of those who open overlays, who would else wait for this one while it waits for them.
    await trx.executeQuery(presenceLock(trx, found));
    for (const userId of found.toSorted()) await closeOf(trx, userId);
    return found.length === streamersPerStep;
  });
}

/** Those for whom something was sent that is not settled come first: it may have been seen by nobody. */
async function listStreamers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    with left_over as (
      select distinct o.user_id from overlay_sockets o join processes p on p.id = o.process_id
      where p.seen_at <= now() - ${processSilentSeconds} * interval '1 second'
    )
    select user_id as "userId" from left_over l
    order by exists (
      select from alerts a where a.user_id = l.user_id and a.state = 'queue' and a.sent_at is not null
    ) desc, user_id limit ${streamersPerStep}`.execute(db);
  return rows.map(({ userId }) => userId);
}

async function closeOf(trx: Trx, userId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from overlay_sockets o using processes p
    where p.id = o.process_id and o.user_id = ${userId}
      and p.seen_at <= now() - ${processSilentSeconds} * interval '1 second'`.execute(trx);
  if ((numAffectedRows ?? 0n) === 0n) return;
  await wakeQueue(trx, userId);
  await forgetUnseen(trx, [userId]);
  await tellWaiting(trx, userId);
  await tellPresence(trx, userId);
}
