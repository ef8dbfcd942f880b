import { sql } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';

/**
 * Seconds since the oldest entry of the books, in SOL or a token, that is not final was seen; null: all are. Reads only
 * what is open.
 */
export async function findUnfinalized(db: Database): Promise<number | null> {
  const { rows } = await sql<{ seconds: string | null }>`
    select extract(epoch from now() - least(
      (select min(seen_at) from chain_entries where not finalized and not dropped),
      (select min(seen_at) from token_entries where not finalized and not dropped))) as seconds`.execute(db);
  const seconds = rows[0]?.seconds ?? null;
  return seconds === null ? null : Math.max(0, Number(seconds));
}
