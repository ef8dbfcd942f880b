import { sql } from 'kysely';
import type { ServerPayload } from '#contract/events.ts';
import { rooms } from '#server/app/rooms.ts';
import type { Database, Trx } from './database.ts';
import { emit } from './outbox.ts';

/**
 * A process that was silent this long is dead: what it watched and showed does not count. It renews its row every
 * second, and gives up its own sockets before that time is over (`process-row.ts`).
 */
export const processSilentSeconds = 6;

/** How many overlays of a streamer are open and visible, over all living processes, and when the last alert was shown. */
export async function readPresence(
  db: Database | Trx,
  userId: string,
): Promise<ServerPayload<'overlay_state'>> {
  const sockets = await db
    .selectFrom('overlay_sockets')
    .innerJoin('processes', 'processes.id', 'overlay_sockets.process_id')
    .select('visible')
    .where('user_id', '=', userId)
    .where('processes.seen_at', '>', sql<Date>`now() - ${processSilentSeconds} * interval '1 second'`)
    .execute();
  const last = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.max('settled_at').as('at'))
    .where('user_id', '=', userId)
    .where('settled_how', '=', 'overlay')
    .executeTakeFirst();
  return {
    connected: sockets.length,
    visible: sockets.filter((socket) => socket.visible).length,
    lastShownAt: last?.at?.toISOString() ?? null,
  };
}

/** Tells everyone at a streamer's desk how their overlays stand. */
export async function tellPresence(trx: Trx, userId: string): Promise<void> {
  await emit(trx, {
    room: rooms.desk(userId),
    name: 'overlay_state',
    body: await readPresence(trx, userId),
  });
}

/** An advisory lock comes before the first write, and so before the number by which events are put in order. */
export async function lockPresence(trx: Trx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(trx);
}
