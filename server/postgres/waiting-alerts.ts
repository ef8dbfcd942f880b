import { type CompiledQuery, sql } from 'kysely';
import { rooms } from '#server/app/rooms.ts';
import type { Trx } from './database.ts';
import { hint } from './outbox.ts';

/**
 * Tells everyone at a streamer's desk that it has changed, and how many alerts are not settled, those in the tray and
 * those that wait for approval included.
 */
export async function tellWaiting(trx: Trx, userId: string): Promise<void> {
  await trx.executeQuery(waitingEmission(trx, userId));
  await hint(trx, 'events');
}

/** The same as a statement, for whoever sends several together; they hint at 'events' themselves. */
export function waitingEmission(trx: Trx, userId: string): CompiledQuery {
  return sql`
    insert into events (room, name, body)
    select ${rooms.desk(userId)}, 'alerts_changed', jsonb_build_object('waiting', count(*))
    from alerts where user_id = ${userId} and state <> 'settled'`.compile(trx);
}
