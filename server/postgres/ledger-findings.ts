import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * How many addresses differ by what was found last of each. A finding is written to the audit log when an address
 * begins to differ and when it agrees again, so there are hardly any.
 */
export async function countMismatches(db: Database): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select distinct on (detail ->> 'address') action from audit
      where action in ('ledger_differs', 'ledger_agrees')
      order by detail ->> 'address', id desc
    ) newest where action = 'ledger_differs'`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}
