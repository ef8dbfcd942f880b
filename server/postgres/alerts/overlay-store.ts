import { type CompiledQuery, sql } from 'kysely';
import type { OpenOverlay, OverlayOpening, OverlayStore } from '#server/app/ports.ts';
import { batchCalls } from '#server/postgres/connection/batch-calls.ts';
import { closeOverlaysOfDead } from './close-overlays-of-dead.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { forgetUnseen } from './forget-unseen.ts';
import { presenceLock, tellPresences, visibleOverlay } from './overlay-presence.ts';
import { runTogether } from '#server/postgres/connection/run-together.ts';
import { toStreamer, userColumns } from '#server/postgres/accounts/streamer-store.ts';
import { wakeQueue } from './wake-queue.ts';

/** No card stands and no clip plays for longer, and what an event takes on its way. */
const heardSeconds = 20;

/** What becomes of a socket; without one the streamer's dashboards are only told. */
interface Change {
  userId: string;
  /** It opened, or is seen or hidden by now. */
  shows?: OpenOverlay;
  /** Its row was missing: others removed it, because this process was silent. Its queue may be asleep for want of it. */
  isBack?: boolean;
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
  const readOpening = batchCalls((userIds: readonly string[]) => readOpenings(db, userIds));
  const show = (overlay: OpenOverlay) => change({ userId: overlay.userId, shows: overlay });
  const close = (socketId: string, userId: string) => change({ userId, closes: socketId });

  return {
    readOpening,
    open: show,
    close,
    setVisible: (socketId, userId, isVisible) => show({ socketId, userId, isVisible }),
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
        ...overlays
          .filter(({ socketId }) => !isStored.has(socketId))
          .map((overlay) => change({ userId: overlay.userId, shows: overlay, isBack: true })),
      ]);
    },
    closeOfDead: () => closeOverlaysOfDead(db),
    announce: (userId) => change({ userId }),
  };
}

/** Events for overlays of a streamer that are so young that they may have missed them while they were away. */
const mayBeMissed = sql`
  room = 'overlay:' || users.id and at > now() - ${heardSeconds} * interval '1 second'`;

/** What overlays of a streamer were told to take away. */
const takenAway = sql<string[]>`array(
  select body ->> 'alertId' from events where name = 'alert_skipped' and ${mayBeMissed})`;

/** Whether overlays of a streamer were told to stop reading. */
const isReadingStopped = sql<boolean>`exists (
  select from events where name = 'speech' and ${mayBeMissed})`;

/** Nothing is kept between two statements: what is read is as fresh as if each had asked for itself. */
async function readOpenings(db: Database, userIds: readonly string[]): Promise<(OverlayOpening | null)[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('alert_queues', 'alert_queues.user_id', 'users.id')
    .leftJoin('speech_settings', 'speech_settings.user_id', 'users.id')
    .select(userColumns)
    .select([
      'alert_queues.volume',
      'alert_queues.is_muted',
      'speech_settings.source',
      takenAway.as('takenAway'),
      isReadingStopped.as('isReadingStopped'),
    ])
    .where(sql<boolean>`users.id = any(${userIds}::uuid[])`)
    .execute();
  const found = new Map(
    rows.map((row) => {
      const sound = { volume: row.volume ?? 100, isMuted: row.is_muted ?? false };
      const { source, takenAway, isReadingStopped } = row;
      const speechSource = source ?? 'off';
      return [row.id, { streamer: toStreamer(row), sound, speechSource, takenAway, isReadingStopped }];
    }),
  );
  return userIds.map((id) => found.get(id) ?? null);
}

/** A socket opens before it is hidden or closes: in this order each of them may be in one batch. */
async function makeChanges(trx: Trx, processId: string, changes: readonly Change[]): Promise<void> {
  const userIds = [...new Set(changes.map(({ userId }) => userId))];
  // Of several that one socket says, the last is what holds.
  const shown = new Map(changes.flatMap(({ shows }) => (shows ? [[shows.socketId, shows] as const] : [])));
  await runTogether(trx, [
    presenceLock(trx, userIds),
    shown.size > 0 ? overlayRows(trx, processId, [...shown.values()]) : null,
  ]);
  const closed = changes.flatMap(({ closes }) => closes ?? []);
  if (closed.length > 0) await sql`delete from overlay_sockets where socket_id = any(${closed})`.execute(trx);
  const left = await listLeft(trx, changes.filter(hasGone));
  const back = changes.flatMap(({ userId, isBack }) => (isBack ? userId : []));
  for (const userId of [...new Set([...back, ...left])].toSorted()) await wakeQueue(trx, userId);
  if (left.length > 0) await forgetUnseen(trx, left);
  await tellPresences(trx, userIds);
}

function hasGone({ shows, closes }: Change): boolean {
  return closes !== undefined || shows?.isVisible === false;
}

/**
 * Of streamers one of whose overlays has gone, those who have another one that is seen, as where OBS changes scenes, and
 * something on stream: what only the one that has gone was sent is sent anew. Without another one it waits for the next
 * that comes: the card may stand in one that is about to come back, and is skipped there.
 */
async function listLeft(trx: Trx, gone: readonly Change[]): Promise<string[]> {
  if (gone.length === 0) return [];
  const { rows } = await sql<{ userId: string }>`
    select distinct t.user_id as "userId" from unnest(${gone.map(({ userId }) => userId)}::uuid[]) as t (user_id)
    where ${visibleOverlay(sql`t.user_id`)} and exists (
      select from alerts where user_id = t.user_id and state = 'queue' and sent_at is not null)`.execute(trx);
  return rows.map(({ userId }) => userId);
}

/** One that is seen again is as one that has just come: what was sent meanwhile it has not shown. */
function overlayRows(trx: Trx, processId: string, shown: readonly OpenOverlay[]): CompiledQuery {
  return trx
    .insertInto('overlay_sockets')
    .values(shown.map((overlay) => toRow(processId, overlay)))
    .onConflict((conflict) =>
      conflict.column('socket_id').doUpdateSet((eb) => ({
        user_id: eb.ref('excluded.user_id'),
        visible: eb.ref('excluded.visible'),
        opened_at: sql<Date>`case
          when excluded.visible and not overlay_sockets.visible then now() else overlay_sockets.opened_at end`,
      })),
    )
    .compile();
}

function toRow(processId: string, { socketId, userId, isVisible }: OpenOverlay) {
  return { socket_id: socketId, user_id: userId, process_id: processId, visible: isVisible };
}
