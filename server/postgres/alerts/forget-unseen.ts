import { sql } from 'kysely';
import type { Trx } from '#server/postgres/connection/database.ts';
import { processSilentSeconds } from '#server/postgres/connection/process-silent-seconds.ts';

/**
 * What was sent to these streamers' overlays and is not settled gets a fresh count of sends; what can have been seen by
 * none that is still open is sent anew, at once: no overlay of a living process was open and visible when it was sent.
 * Whoever has seen it all the same drops the repeat by its id. The queues are locked before.
 */
export async function forgetUnseen(trx: Trx, userIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ userId: string | null }>`
    update alerts a set attempts = 0, sent_at = case when exists (
      select from overlay_sockets o join processes p on p.id = o.process_id
      where o.user_id = a.user_id and o.visible and o.opened_at <= a.sent_at
        and p.seen_at > now() - ${processSilentSeconds} * interval '1 second'
    ) then a.sent_at end
    where a.user_id = any(${userIds}::uuid[]) and a.state = 'queue' and a.sent_at is not null
    returning case when a.sent_at is null then a.user_id end as "userId"`.execute(trx);
  const unseen = rows.flatMap(({ userId }) => userId ?? []);
  if (unseen.length === 0) return;
  await sql`
    update alert_queues set last_sent_at = null, last_hold_ms = 0
    where user_id = any(${unseen}::uuid[])`.execute(trx);
}
