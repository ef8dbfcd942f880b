import { sql } from 'kysely';
import type { Clock } from '#server/app/ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** How much is open in the whole installation. */
export interface DatabaseLoad {
  /** For how long the open address or token account that waits longest should have been read, in milliseconds. */
  readingLagMs: number;
  /** Donations that wait for their payment. */
  openDonations: number;
}

/** Counting goes over every open one, so it is not done each time. */
const countEveryMs = 10_000;

/**
 * Reads the load: one entry of two indexes each time, and every ten seconds a count over the index of what is open.
 * Rejects when the database is away.
 */
export function createLoadReader(db: Database, clock: Clock): () => Promise<DatabaseLoad> {
  let openDonations = 0;
  let countAt = -Infinity;
  return async () => {
    const isCountDue = performance.now() >= countAt;
    const { rows } = await sql<{ due: Date | null; open: bigint | null }>`
      select least((select next_read_at from watches where is_open order by next_read_at limit 1),
          (select next_read_at from token_watches where is_open order by next_read_at limit 1)) as due,
        case when ${isCountDue} then
          (select count(*) from donations where paid_at is null and expired_at is null) end as open`.execute(
      db,
    );
    const row = rows[0];
    if (isCountDue) countAt = performance.now() + countEveryMs;
    openDonations = row?.open == null ? openDonations : Number(row.open);
    const dueAt = row?.due?.getTime() ?? Infinity;
    return { readingLagMs: Math.max(0, clock.now().getTime() - dueAt), openDonations };
  };
}
