import { rooms } from '#server/app/rooms.ts';
import type { Trx } from './database.ts';
import { emit } from './outbox.ts';

/** Tells a streamer's dashboards how many alerts are not settled, those in the tray included. */
export async function tellWaiting(trx: Trx, userId: string): Promise<void> {
  const { waiting } = await trx
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll<bigint>().as('waiting'))
    .where('user_id', '=', userId)
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow();
  await emit(trx, {
    room: rooms.streamer(userId),
    name: 'alerts_changed',
    body: { waiting: Number(waiting) },
  });
}
