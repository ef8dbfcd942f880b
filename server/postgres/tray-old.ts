import { sql } from 'kysely';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import type { Trx } from './database.ts';

/** Puts what is too old into the tray. What was sent already is not among it: its card is being shown. */
export async function trayOld(trx: Trx, userIds: readonly string[], pace: AlertPace): Promise<void> {
  await sql`
    update alerts set trayed_at = now()
    where user_id = any(${userIds}::uuid[]) and state = 'queue' and kind <> 'test' and sent_at is null
      and queued_at < clock_timestamp() - ${pace.catchUpMs} * interval '1 ms'`.execute(trx);
}
