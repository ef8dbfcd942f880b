import { sql } from 'kysely';
import type { OpenOverlay, OverlayStore } from '#server/app/ports.ts';
import type { Database, Trx } from './database.ts';
import { closeOverlaysOfDead } from './close-overlays-of-dead.ts';
import { lockPresence, tellPresence } from './overlay-presence.ts';
import { wakeQueue } from './wake-queue.ts';

/** Open overlays of all processes. Every change is told to the streamer's dashboards, in the order of the changes. */
export function createOverlayStore(db: Database, processId: string): OverlayStore {
  const change = async (userId: string, write: (trx: Trx) => Promise<unknown>): Promise<void> => {
    await db.transaction().execute(async (trx) => {
      await lockPresence(trx, userId);
      await write(trx);
      await tellPresence(trx, userId);
    });
  };

  /** A row that others have removed, because this process was silent, is made again. */
  const insert = (trx: Trx, { socketId, userId, isVisible }: OpenOverlay) =>
    trx
      .insertInto('overlay_sockets')
      .values({ socket_id: socketId, user_id: userId, process_id: processId, visible: isVisible })
      .onConflict((conflict) =>
        conflict.column('socket_id').doUpdateSet({
          user_id: userId,
          visible: isVisible,
          // A hidden one counts as closed: what was sent meanwhile it has not shown.
          ...(isVisible && { opened_at: sql<Date>`now()` }),
        }),
      )
      .execute();

  /** Its queue may have gone to sleep for want of an overlay. */
  const openAgain = async (trx: Trx, { socketId, userId, isVisible }: OpenOverlay): Promise<void> => {
    await trx
      .insertInto('overlay_sockets')
      .values({ socket_id: socketId, user_id: userId, process_id: processId, visible: isVisible })
      // Whoever made it meanwhile knows better whether it is visible.
      .onConflict((conflict) => conflict.column('socket_id').doNothing())
      .execute();
    await wakeQueue(trx, userId);
  };

  return {
    open: (overlay) => change(overlay.userId, (trx) => insert(trx, overlay)),
    setVisible: (socketId, userId, visible) =>
      change(userId, (trx) => insert(trx, { socketId, userId, isVisible: visible })),
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
      for (const overlay of overlays) {
        if (!stored.has(overlay.socketId)) await change(overlay.userId, (trx) => openAgain(trx, overlay));
      }
    },
    closeOfDead: () => closeOverlaysOfDead(db),
    announce: (userId) => change(userId, async () => undefined),
  };
}
