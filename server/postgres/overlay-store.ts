import { sql } from 'kysely';
import type { OpenOverlay, OverlayStore } from '#server/app/ports.ts';
import { batchCalls } from './batch-calls.ts';
import type { Database, Trx } from './database.ts';
import { tellPresences } from './overlay-presence.ts';

/** What becomes of a socket; without one the streamer's dashboards are only told. */
interface Change {
  userId: string;
  opens?: OpenOverlay;
  shows?: { socketId: string; isVisible: boolean };
  closes?: string;
}

/**
 * Open overlays of all processes. Every change is told to the streamer's dashboards, in the order of the changes. Changes
 * that come together are one transaction: after a restart every overlay comes back at once.
 */
export function createOverlayStore(db: Database, processId: string): OverlayStore {
  const change = batchCalls(async (changes: readonly Change[]) => {
    await db.transaction().execute((trx) => makeChanges(trx, processId, changes));
    return changes.map(() => undefined);
  });
  const open = (overlay: OpenOverlay) => change({ userId: overlay.userId, opens: overlay });
  const close = (socketId: string, userId: string) => change({ userId, closes: socketId });

  return {
    open,
    close,
    setVisible: (socketId, userId, isVisible) => change({ userId, shows: { socketId, isVisible } }),
    async keepOnly(listOpen) {
      const rows = await db
        .selectFrom('overlay_sockets')
        .select(['socket_id', 'user_id'])
        .where('process_id', '=', processId)
        .execute();
      // Listed now: an overlay that came while the rows were read must not be taken for one that has gone.
      const overlays = listOpen();
      const isOpen = new Set(overlays.map((overlay) => overlay.socketId));
      const isStored = new Set(rows.map((row) => row.socket_id));
      await Promise.all([
        ...rows.filter((row) => !isOpen.has(row.socket_id)).map((row) => close(row.socket_id, row.user_id)),
        ...overlays.filter(({ socketId }) => !isStored.has(socketId)).map(open),
      ]);
    },
    announce: (userId) => change({ userId }),
  };
}

/** A socket opens before it is hidden or closes: in this order each of them may be in one batch. */
async function makeChanges(trx: Trx, processId: string, changes: readonly Change[]): Promise<void> {
  const userIds = [...new Set(changes.map(({ userId }) => userId))];
  await lockPresences(trx, userIds);
  const opened = new Map(changes.flatMap(({ opens }) => (opens ? [[opens.socketId, opens] as const] : [])));
  if (opened.size > 0) await insertOverlays(trx, processId, [...opened.values()]);
  for (const { shows } of changes) if (shows !== undefined) await showOverlay(trx, shows);
  const closed = changes.flatMap(({ closes }) => closes ?? []);
  if (closed.length > 0) await sql`delete from overlay_sockets where socket_id = any(${closed})`.execute(trx);
  await tellPresences(trx, userIds);
}

async function insertOverlays(trx: Trx, processId: string, opened: readonly OpenOverlay[]): Promise<void> {
  await trx
    .insertInto('overlay_sockets')
    .values(
      opened.map(({ socketId, userId, isVisible }) => ({
        socket_id: socketId,
        user_id: userId,
        process_id: processId,
        visible: isVisible,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('socket_id').doUpdateSet((eb) => ({
        user_id: eb.ref('excluded.user_id'),
        visible: eb.ref('excluded.visible'),
      })),
    )
    .execute();
}

/** One that is seen again is as one that has just come. */
async function showOverlay(
  trx: Trx,
  { socketId, isVisible }: { socketId: string; isVisible: boolean },
): Promise<void> {
  await sql`
    update overlay_sockets
    set visible = ${isVisible}, opened_at = case when ${isVisible} and not visible then now() else opened_at end
    where socket_id = ${socketId}`.execute(trx);
}

/**
 * Advisory locks come before the first write, and so before the number by which events are put in order; and always in
 * the same order, so that no two batches wait for each other.
 */
async function lockPresences(trx: Trx, userIds: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(user_id, 0) as key from unnest(${userIds}::text[]) as t (user_id)
      order by key offset 0) keys`.execute(trx);
}
