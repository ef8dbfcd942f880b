import { sql } from 'kysely';
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
  { name, body }: Omit<RoomEvent<E>, 'room'>,
): Promise<void> {
  if (toRooms.length === 0) return;
  await insertEvents(trx, toRooms, { name, body });
}

/** The name of an event that is for the memory of processes, not for sockets. */
export const forMemoryOnly = 'pages_changed';

/**
 * Tells every process that what pages show of a streamer has changed: name, link, minimum, what becomes of messages and
 * clips. Whoever stores any of these says so in the same transaction.
 */
export async function tellPages(trx: Trx, userId: string): Promise<void> {
  await insertEvents(trx, [rooms.pages(userId)], { name: forMemoryOnly, body: {} });
}

async function insertEvents(
  trx: Trx,
  toRooms: readonly string[],
  { name, body }: { name: string; body: object },
): Promise<void> {
  await sql`insert into events (room, name, body)
    select room, ${name}, ${JSON.stringify(body)}::jsonb
    from unnest(${toRooms}::text[]) with ordinality as t (room, place) order by place`.execute(trx);
  await hint(trx, 'events');
}

/** Topics that a transaction has hinted at already: once is enough, and each time costs a round trip. */
const hinted = new WeakMap<Database | Trx, Set<HintTopic>>();

/** Wakes whoever works on that topic, when the transaction commits. Losing it costs time, never work. */
export async function hint(db: Database | Trx, topic: HintTopic): Promise<void> {
  if (db.isTransaction) {
    const topics = hinted.get(db) ?? new Set();
    if (topics.has(topic)) return;
    hinted.set(db, topics.add(topic));
  }
  await sql`select pg_notify(${hintChannel}, ${topic})`.execute(db);
}
