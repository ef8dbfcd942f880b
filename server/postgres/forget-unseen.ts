import { sql } from 'kysely';
import type { Trx } from './database.ts';
import { processSilentSeconds } from './overlay-presence.ts';

/**
 * What was sent to a streamer's overlays and can have been seen by none that is still open is sent anew, at once: no
 * overlay of a living process was open and visible when it was sent. Whoever has seen it all the same drops the repeat
 * by its id. The queue is locked before.
 */
export async function forgetUnseen(trx: Trx, userId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update alerts a set attempts = 0, sent_at = null
    where a.user_id = ${userId} and a.state = 'queue' and a.sent_at is not null and not exists (
      select from overlay_sockets o join processes p on p.id = o.process_id
      where o.user_id = ${userId} and o.visible and o.opened_at <= a.sent_at
        and p.seen_at > now() - ${processSilentSeconds} * interval '1 second'
    )`.execute(trx);
  if ((numAffectedRows ?? 0n) === 0n) return;
  await trx
    .updateTable('alert_queues')
    .set({ last_sent_at: null, last_hold_ms: 0 })
    .where('user_id', '=', userId)
    .execute();
}
