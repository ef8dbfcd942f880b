import { type CompiledQuery, sql } from 'kysely';
import type { ServerEvent } from '#contract/events.ts';
import type { HintTopic, RoomEvent } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';
import type { Database, Trx } from './database.ts';
import { sendAhead } from './run-together.ts';

/** The one channel on which processes wake each other. */
export const hintChannel = 'brava_hint';

/** An event of any kind with its room. */
export type AnyEvent = { [E in ServerEvent]: RoomEvent<E> }[ServerEvent];

/** Writes an event for the sockets of a room; it is heard once the transaction commits, by every process, in order. */
export async function emit<E extends ServerEvent>(trx: Trx, event: RoomEvent<E>): Promise<void> {
  await write(trx, [event]);
}

/** Writes the same event for the sockets of several rooms, in their order; one statement, however many they are. */
export async function emitToAll<E extends ServerEvent>(
  trx: Trx,
  toRooms: readonly string[],
  event: Omit<RoomEvent<E>, 'room'>,
): Promise<void> {
  await write(
    trx,
    toRooms.map((room) => ({ ...event, room })),
  );
}

/** Writes several events in their order; one statement. */
export async function emitEach(trx: Trx, events: readonly AnyEvent[]): Promise<void> {
  await write(trx, events);
}

/** The same as a statement, for whoever sends several together; they hint at 'events' themselves. */
export function emission(trx: Trx, events: readonly AnyEvent[]): CompiledQuery {
  return insertEvents(trx, events);
}

/** The name of an event that is for the memory of processes, not for sockets. */
export const forMemoryOnly = 'pages_changed';

/**
 * Tells every process that what pages show of a streamer has changed: name, link, minimum, what becomes of messages and
 * clips. Whoever stores any of these says so in the same transaction. The streamer's own pages, open in other tabs and on
 * other devices, hear of it too.
 */
export async function tellPages(trx: Trx, userId: string): Promise<void> {
  await write(trx, [
    { room: rooms.pages(userId), name: forMemoryOnly, body: {} },
    { room: rooms.streamer(userId), name: 'settings_saved', body: {} },
  ]);
}

/** Tells every process that there is a newer price of SOL. */
export async function tellPrices(trx: Trx): Promise<void> {
  await write(trx, [{ room: rooms.prices(), name: forMemoryOnly, body: {} }]);
}

/**
 * Wakes whoever works on that topic, when the transaction commits. Losing it costs time, never work. As often as it is
 * called in a transaction, it goes out once and with the commit (`hinting-dialect.ts`).
 */
export async function hint(db: Database | Trx, topic: HintTopic): Promise<void> {
  await sql`select pg_notify(${hintChannel}, ${topic})`.execute(db);
}

/** A row of `events`; how the sockets' are made, the functions above say. */
interface EventRow {
  room: string;
  name: string;
  body: object;
}

async function write(trx: Trx, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return;
  await sendAhead(trx, [insertEvents(trx, events)]);
  await hint(trx, 'events');
}

function insertEvents(trx: Trx, events: readonly EventRow[]): CompiledQuery {
  return sql`insert into events (room, name, body)
    select room, name, body::jsonb
    from unnest(
      ${events.map(({ room }) => room)}::text[], ${events.map(({ name }) => name)}::text[],
      ${events.map(({ body }) => JSON.stringify(body))}::text[]
    ) with ordinality as t (room, name, body, place)
    order by place`.compile(trx);
}
