import { type CompiledQuery, sql } from 'kysely';
import type { Trx } from '#server/postgres/connection/database.ts';
import { hint } from '#server/postgres/connection/outbox.ts';

/**
 * Has the queue of a streamer looked at as soon as this commits, and keeps everyone else from it until then: whoever
 * changes alerts has locked their donation first, then this row, and the alerts last.
 */
export async function wakeQueue(trx: Trx, userId: string): Promise<void> {
  await trx.executeQuery(queueWaking(trx, userId));
  await hint(trx, 'alerts');
}

/** The same as a statement, for whoever sends several together and looks at the queue or hints at 'alerts' themselves. */
export function queueWaking(trx: Trx, userId: string): CompiledQuery {
  return trx
    .insertInto('alert_queues')
    .values({ user_id: userId, wake_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ wake_at: sql<Date>`now()` }))
    .compile();
}
