import type { OverlayStore } from '#server/app/ports.ts';
import type { Database } from './database.ts';
import { readPresence, tellPresence } from './overlay-presence.ts';

/** Open overlays of all processes. Every change is told to the streamer's dashboards. */
export function createOverlayStore(db: Database, processId: string): OverlayStore {
  return {
    async open(socketId, userId) {
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('overlay_sockets')
          .values({ socket_id: socketId, user_id: userId, process_id: processId })
          .onConflict((conflict) => conflict.column('socket_id').doUpdateSet({ user_id: userId }))
          .execute();
        await tellPresence(trx, userId);
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
        if (row !== undefined) await tellPresence(trx, row.user_id);
      });
    },
    async close(socketId) {
      await db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('overlay_sockets')
          .where('socket_id', '=', socketId)
          .returning('user_id')
          .executeTakeFirst();
        if (row !== undefined) await tellPresence(trx, row.user_id);
      });
    },
    presence: (userId) => readPresence(db, userId),
  };
}
