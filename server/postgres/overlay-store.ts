import type { OverlayStore } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';
import type { ServerPayload } from '#contract/events.ts';
import type { Database, Trx } from './database.ts';
import { emit } from './outbox.ts';
import { processSilentSeconds } from './watch-store.ts';
import { sql } from 'kysely';

/** Open overlays of all processes. Those of a process that went silent do not count. */
export function createOverlayStore(db: Database, processId: string): OverlayStore {
  return {
    async open(socketId, userId) {
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('overlay_sockets')
          .values({ socket_id: socketId, user_id: userId, process_id: processId })
          .onConflict((conflict) => conflict.column('socket_id').doUpdateSet({ user_id: userId }))
          .execute();
        await tell(trx, userId);
      });
    },
    async setVisible(socketId, visible) {
      await db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('overlay_sockets')
          .set({ visible })
          .where('socket_id', '=', socketId)
          .returning('user_id')
          .executeTakeFirst();
        if (row !== undefined) await tell(trx, row.user_id);
      });
    },
    async close(socketId) {
      await db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('overlay_sockets')
          .where('socket_id', '=', socketId)
          .returning('user_id')
          .executeTakeFirst();
        if (row !== undefined) await tell(trx, row.user_id);
      });
    },
    presence: (userId) => readPresence(db, userId),
  };
}

async function tell(trx: Trx, userId: string): Promise<void> {
  await emit(trx, {
    room: rooms.streamer(userId),
    name: 'overlay_state',
    body: await readPresence(trx, userId),
  });
}

async function readPresence(db: Database | Trx, userId: string): Promise<ServerPayload<'overlay_state'>> {
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
