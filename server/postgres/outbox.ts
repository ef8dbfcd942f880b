import { sql } from 'kysely';
import type { ServerEvent } from '#contract/events.ts';
import type { HintTopic, RoomEvent } from '#server/app/ports.ts';
import type { Database, Trx } from './database.ts';

/** The one channel on which processes wake each other. */
export const hintChannel = 'brava_hint';

/** Writes an event for the sockets of a room; it is heard once the transaction commits, by every process, in order. */
export async function emit<E extends ServerEvent>(trx: Trx, event: RoomEvent<E>): Promise<void> {
  await trx
    .insertInto('events')
    .values({ room: event.room, name: event.name, body: JSON.stringify(event.body) })
    .execute();
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
