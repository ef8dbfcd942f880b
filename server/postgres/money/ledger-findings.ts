import { sql } from 'kysely';
import type { Database, Trx } from '#server/postgres/connection/database.ts';

/**
 * Addresses that differ by what was found last of each. A finding is written to the audit log when an address begins to
 * differ and when it agrees again, so there are hardly any.
 */
export async function listDiffering(db: Database | Trx): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from (
      select distinct on (detail ->> 'address') detail ->> 'address' as address, action from audit
      where action in ('ledger_differs', 'ledger_agrees')
      order by detail ->> 'address', id desc
    ) newest where action = 'ledger_differs'`.execute(db);
  return rows.map(({ address }) => address);
}

/** Whether this address is among them. */
export async function isDiffering(db: Database | Trx, address: string): Promise<boolean> {
  return (await listDiffering(db)).includes(address);
}
