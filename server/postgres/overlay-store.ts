import { sql } from 'kysely';
import type { OpenOverlay, OverlayStore } from '#server/app/ports.ts';
import type { Database, Trx } from './database.ts';
import { tellPresence } from './overlay-presence.ts';

/** Open overlays of all processes. Every change is told to the streamer's dashboards, in the order of the changes. */
export function createOverlayStore(db: Database, processId: string): OverlayStore {
  const change = async (userId: string, write: (trx: Trx) => Promise<unknown>): Promise<void> => {
    await db.transaction().execute(async (trx) => {
      await lockPresence(trx, userId);
      await write(trx);
      await tellPresence(trx, userId);
    });
  };

  const insert = (trx: Database | Trx, { socketId, userId, isVisible }: OpenOverlay) =>
    trx
      .insertInto('overlay_sockets')
      .values({ socket_id: socketId, user_id: userId, process_id: processId, visible: isVisible })
      .onConflict((conflict) =>
        conflict.column('socket_id').doUpdateSet({ user_id: userId, visible: isVisible }),
      )
      .execute();

  return {
    open: (overlay) => change(overlay.userId, (trx) => insert(trx, overlay)),
    setVisible: (socketId, userId, visible) =>
      change(userId, (trx) =>
        trx.updateTable('overlay_sockets').set({ visible }).where('socket_id', '=', socketId).execute(),
      ),
    close: (socketId, userId) =>
      change(userId, (trx) => trx.deleteFrom('overlay_sockets').where('socket_id', '=', socketId).execute()),
    async keepOnly(overlays) {
      const rows = await db
        .selectFrom('overlay_sockets')
        .select(['socket_id', 'user_id'])
        .where('process_id', '=', processId)
        .execute();
      const open = new Set(overlays.map((overlay) => overlay.socketId));
      const stored = new Set(rows.map((row) => row.socket_id));
      for (const row of rows) if (!open.has(row.socket_id)) await this.close(row.socket_id, row.user_id);
      for (const overlay of overlays) if (!stored.has(overlay.socketId)) await this.open(overlay);
    },
    announce: (userId) => change(userId, async () => undefined),
  };
}

/** An advisory lock comes before the first write, and so before the number by which events are put in order. */
async function lockPresence(trx: Trx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(trx);
}
