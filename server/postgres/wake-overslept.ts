import { sql } from 'kysely';
import type { Database } from './database.ts';
import { lockedWatches } from './lock-watches.ts';

/**
 * Makes due what is open and would wait longer than anything open does: it was put off before the clock went back, or by a
 * server whose clock is ahead. For a look now and then, not for each claim: servers whose clocks differ so much would take
 * it from each other without end.
 */
export async function wakeOverslept(
  db: Database,
  table: 'watches' | 'token_watches',
  now: Date,
): Promise<void> {
  const overslept = sql`is_open and next_read_at > ${now}::timestamptz + interval '1 minute'`;
  await sql`
    update ${sql.table(table)} set next_read_at = ${now}
    where donation_id = any (${lockedWatches(table, overslept)})`.execute(db);
}
