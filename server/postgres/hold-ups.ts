import { sql } from 'kysely';
import type { Database } from './database.ts';

/** What holds things up without being in their own rows. Ages in seconds; null: there is none. */
export interface HoldUps {
  /** Of the oldest transaction on this database that writes: events wait for it. */
  writingSeconds: number | null;
  /** Of the oldest entry of the books, in SOL or a token, that is not final. */
  unfinalizedSeconds: number | null;
}

/** Looks for a transaction that somebody holds open, and for a chain that does not become final. Reads only what is open. */
export async function findHoldUps(db: Database): Promise<HoldUps> {
  const { rows } = await sql<Record<'writing' | 'unfinalized', string | null>>`
    select
      (select extract(epoch from now() - min(xact_start)) from pg_stat_activity
        where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()) as writing,
      extract(epoch from now() - least(
        (select min(seen_at) from chain_entries where not finalized and not dropped),
        (select min(seen_at) from token_entries where not finalized and not dropped))) as unfinalized`.execute(
    db,
  );
  return {
    writingSeconds: seconds(rows[0]?.writing ?? null),
    unfinalizedSeconds: seconds(rows[0]?.unfinalized ?? null),
  };
}

function seconds(value: string | null): number | null {
  return value === null ? null : Math.max(0, Number(value));
}
