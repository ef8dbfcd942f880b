import { sql } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';

/** Writes down the last peer that acted as a proxy without being named as one, for `brava doctor`; its address is shortened. */
export async function noteUnknownProxy(db: Database, peer: string): Promise<void> {
  await sql`
    insert into unknown_proxies (peer, seen_at) values (${peer}, now())
    on conflict (is_only) do update set peer = excluded.peer, seen_at = excluded.seen_at`.execute(db);
}

/** The last one; null when there never was one. */
export async function findUnknownProxy(db: Database): Promise<{ peer: string; seenAt: Date } | null> {
  const row = await db.selectFrom('unknown_proxies').select(['peer', 'seen_at']).executeTakeFirst();
  return row === undefined ? null : { peer: row.peer, seenAt: row.seen_at };
}
