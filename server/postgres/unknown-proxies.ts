import { sql } from 'kysely';
import type { UnknownProxies, UnknownProxy } from '#server/app/limits/unknown-proxies.ts';
import type { Database } from './database.ts';

/** Keeps the last proxy that the configuration does not name, for `brava doctor`. */
export function createUnknownProxies(db: Database): UnknownProxies {
  return {
    async note(peer) {
      await sql`
        insert into unknown_proxies (peer, seen_at) values (${peer}, now())
        on conflict (is_only) do update set peer = excluded.peer, seen_at = excluded.seen_at`.execute(db);
    },
    findLast: () => findUnknownProxy(db),
  };
}

async function findUnknownProxy(db: Database): Promise<UnknownProxy | null> {
  const row = await db.selectFrom('unknown_proxies').select(['peer', 'seen_at']).executeTakeFirst();
  return row === undefined ? null : { peer: row.peer, seenAt: row.seen_at };
}
