import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { ServerPayload } from '#contract/events.ts';
import { rooms } from '#server/app/rooms.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { emitEach } from '#server/postgres/connection/outbox.ts';
import { processSilentSeconds } from '#server/postgres/connection/process-silent-seconds.ts';

/** Whether an overlay of that streamer is open and seen, as SQL. */
export function visibleOverlay(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from overlay_sockets o join processes p on p.id = o.process_id
    where o.user_id = ${userId} and o.visible
      and p.seen_at > now() - ${processSilentSeconds} * interval '1 second')`;
}

/** When the overlay of that streamer came that is open and seen for longest, as SQL; null where none is. */
export function overlaySince(userId: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql<Date | null>`(select min(opened_at) from overlay_sockets where user_id = ${userId} and visible)`;
}

interface PresenceRow {
  userId: string;
  connected: number;
  visible: number;
  lastShownAt: Date | null;
}

/** How many overlays of a streamer are open and visible, over all living processes, and when the last alert was shown. */
export async function readPresence(
  db: Database | Trx,
  userId: string,
): Promise<ServerPayload<'overlay_state'>> {
  const [presence] = await readPresences(db, [userId]);
  if (presence === undefined) throw new RangeError('Whoever is asked about has a row.');
  return toBody(presence);
}

/** Tells everyone at a streamer's desk how their overlays stand. */
export async function tellPresence(trx: Trx, userId: string): Promise<void> {
  await tellPresences(trx, [userId]);
}

/** The same for several streamers, each of them named once, with no more statements than for one. */
export async function tellPresences(trx: Trx, userIds: readonly string[]): Promise<void> {
  const presences = await readPresences(trx, userIds);
  await emitEach(
    trx,
    presences.map((row) => ({
      room: rooms.desk(row.userId),
      name: 'overlay_state' as const,
      body: toBody(row),
    })),
  );
}

async function readPresences(db: Database | Trx, userIds: readonly string[]): Promise<PresenceRow[]> {
  const { rows } = await sql<PresenceRow>`
    select t.user_id as "userId", sockets.connected, sockets.visible, last.at as "lastShownAt"
    from unnest(${userIds}::uuid[]) as t (user_id)
    cross join lateral (
      select count(*)::int as connected, count(*) filter (where o.visible)::int as visible
      from overlay_sockets o join processes p on p.id = o.process_id
      where o.user_id = t.user_id and p.seen_at > now() - ${processSilentSeconds} * interval '1 second') sockets
    cross join lateral (
      select max(settled_at) as at from alerts where user_id = t.user_id and settled_how = 'overlay') last`.execute(
    db,
  );
  return rows;
}

function toBody({ connected, visible, lastShownAt }: PresenceRow): ServerPayload<'overlay_state'> {
  return { connected, visible, lastShownAt: lastShownAt?.toISOString() ?? null };
}

/**
 * Advisory locks come before the first write, and so before the number by which events are put in order; and always in
 * the same order, so that no two batches wait for each other.
 */
export function presenceLock(trx: Trx, userIds: readonly string[]): CompiledQuery {
  return sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(user_id, 0) as key from unnest(${userIds}::text[]) as t (user_id)
      order by key offset 0) keys`.compile(trx);
}
