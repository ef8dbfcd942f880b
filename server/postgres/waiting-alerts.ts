import { sql } from 'kysely';
import { rooms } from '#server/app/rooms.ts';
import type { Trx } from './database.ts';
import { emit } from './outbox.ts';

/**
 * Tells everyone at a streamer's desk that it has changed, and how many alerts are not settled, those in the tray and
 * those that wait for approval included.
 */
export async function tellWaiting(trx: Trx, userId: string): Promise<void> {
  const { waiting } = await trx
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll<bigint>().as('waiting'))
    .where('user_id', '=', userId)
    .where('state', '<>', sql.lit('settled'))
    .executeTakeFirstOrThrow();
  await emit(trx, {
    room: rooms.desk(userId),
    name: 'alerts_changed',
    body: { waiting: Number(waiting) },
  });
}
