import { type CompiledQuery, sql } from 'kysely';
import { rooms } from '#server/app/rooms.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { type AnyEvent, hint } from '#server/postgres/connection/outbox.ts';
import { sendAhead } from '#server/postgres/connection/run-together.ts';

/**
 * Tells everyone at a streamer's desk that it has changed, and how many alerts are not settled, those in the tray and
 * those that wait for approval included.
 */
export async function tellWaiting(trx: Trx, userId: string): Promise<void> {
  await tellAllWaiting(trx, [userId]);
}

/**
 * The same for several streamers, each of them named once. What this very transaction has told them before is taken
 * back: settling a donation tells it too, and everyone would hear twice of one change.
 */
export async function tellAllWaiting(trx: Trx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await sendAhead(trx, [takenBack(trx, userIds), emissionWithWaiting(trx, [], userIds)]);
  await hint(trx, 'events');
}

function takenBack(trx: Trx, userIds: readonly string[]): CompiledQuery {
  return sql`
    delete from events
    where xid = pg_current_xact_id() and name = 'alerts_changed' and room = any(${userIds.map(rooms.desk)}::text[])
  `.compile(trx);
}

/**
 * Events, and behind them the same for these streamers, as one statement for whoever sends several together; they hint at
 * 'events' themselves.
 */
export function emissionWithWaiting(
  trx: Trx,
  events: readonly AnyEvent[],
  userIds: readonly string[],
): CompiledQuery {
  return sql`
    insert into events (room, name, body)
    select room, name, body from (
      select room, name, body::jsonb as body, place, 1 as part
      from unnest(
        ${events.map(({ room }) => room)}::text[], ${events.map(({ name }) => name)}::text[],
        ${events.map(({ body }) => JSON.stringify(body))}::text[]
      ) with ordinality as t (room, name, body, place)
      union all
      select t.room, 'alerts_changed', jsonb_build_object('waiting', (
        select count(*) from alerts where user_id = t.user_id and state <> 'settled')), t.place, 2
      from unnest(${userIds}::uuid[], ${userIds.map(rooms.desk)}::text[]) with ordinality as t (user_id, room, place)
    ) told order by part, place`.compile(trx);
}
