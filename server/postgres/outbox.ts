import { type CompiledQuery, sql } from 'kysely';
import type { ServerEvent } from '#contract/events.ts';
import type { HintTopic, RoomEvent } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';
import type { Database, Trx } from './database.ts';

/** The one channel on which processes wake each other. */
export const hintChannel = 'brava_hint';

/** Writes an event for the sockets of a room; it is heard once the transaction commits, by every process, in order. */
export async function emit<E extends ServerEvent>(trx: Trx, { room, ...event }: RoomEvent<E>): Promise<void> {
  await emitToAll(trx, [room], event);
}

/** Writes the same event for the sockets of several rooms, in their order; one statement, however many they are. */
export async function emitToAll<E extends ServerEvent>(
  trx: Trx,
  toRooms: readonly string[],
  event: Omit<RoomEvent<E>, 'room'>,
): Promise<void> {
  if (toRooms.length === 0) return;
  await trx.executeQuery(emission(trx, toRooms, event));
  await hint(trx, 'events');
}

/** The name of an event that is for the memory of processes, not for sockets. */
export const forMemoryOnly = 'pages_changed';

/**
 * Tells every process that what pages show of a streamer has changed: name, link, minimum, what becomes of messages and
 * clips. Whoever stores any of these says so in the same transaction.
 */
export async function tellPages(trx: Trx, userId: string): Promise<void> {
  await trx.executeQuery(eventInsert(trx, [rooms.pages(userId)], { name: forMemoryOnly, body: {} }));
  await hint(trx, 'events');
}

/** Tells every process that there is a newer price of SOL. */
export async function tellPrices(trx: Trx): Promise<void> {
  await trx.executeQuery(eventInsert(trx, [rooms.prices()], { name: forMemoryOnly, body: {} }));
  await hint(trx, 'events');
}

/** Writes an event of the same name, and a body of its own, for each of several rooms; one statement. */
export async function emitEach<E extends ServerEvent>(
  trx: Trx,
  name: E,
  events: readonly Pick<RoomEvent<E>, 'room' | 'body'>[],
): Promise<void> {
  if (events.length === 0) return;
  const toRooms = events.map(({ room }) => room);
  const bodies = events.map(({ body }) => JSON.stringify(body));
  await sql`insert into events (room, name, body)
    select room, ${name}, body::jsonb
    from unnest(${toRooms}::text[], ${bodies}::text[]) with ordinality as t (room, body, place)
    order by place`.execute(trx);
  await hint(trx, 'events');
}

/** One event for several rooms as a statement, for whoever sends several together; they hint at 'events' themselves. */
export function emission<E extends ServerEvent>(
  trx: Trx,
  toRooms: readonly string[],
  event: Omit<RoomEvent<E>, 'room'>,
): CompiledQuery {
  return eventInsert(trx, toRooms, event);
}

/**
 * Wakes whoever works on that topic, when the transaction commits. Losing it costs time, never work. As often as it is
 * called in a transaction, it goes out once and with the commit (`hinting-dialect.ts`).
 */
export async function hint(db: Database | Trx, topic: HintTopic): Promise<void> {
  await sql`select pg_notify(${hintChannel}, ${topic})`.execute(db);
}

function eventInsert(
  trx: Trx,
  toRooms: readonly string[],
  { name, body }: { name: string; body: object },
): CompiledQuery {
  return sql`insert into events (room, name, body)
    select room, ${name}, ${JSON.stringify(body)}::jsonb
    from unnest(${toRooms}::text[]) with ordinality as t (room, place) order by place`.compile(trx);
}
