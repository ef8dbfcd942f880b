import { sql } from 'kysely';
import { rooms } from '#server/app/rooms.ts';
import type { Trx } from './database.ts';
import { emitEach } from './outbox.ts';

/**
 * Tells everyone at a streamer's desk that it has changed, and how many alerts are not settled, those in the tray and
 * those that wait for approval included.
 */
export async function tellWaiting(trx: Trx, userId: string): Promise<void> {
  await tellAllWaiting(trx, [userId]);
}

/** The same for several streamers, each of them named once, with no more statements than for one. */
export async function tellAllWaiting(trx: Trx, userIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ userId: string; waiting: number }>`
    select t.user_id as "userId",
           (select count(*)::int from alerts where user_id = t.user_id and state <> 'settled') as waiting
    from unnest(${userIds}::uuid[]) as t (user_id)`.execute(trx);
  const events = rows.map(({ userId, waiting }) => ({ room: rooms.desk(userId), body: { waiting } }));
  await emitEach(trx, 'alerts_changed', events);
}
