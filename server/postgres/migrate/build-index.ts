import { withClient } from '#server/postgres/connection/with-client.ts';
import type { Migration } from './migration-files.ts';

/**
 * Builds the index of a step outside a transaction, beside whoever writes. What an interrupted build left of it goes
 * first; an index that is whole stays.
 *
 * Waits for transactions that are older, `waitMs` for each at most: one of them may itself be waiting for the lock that
 * the caller holds.
 */
export async function buildIndex(
  connectionString: string,
  { index, sql }: Migration & { index: string },
  waitMs: number,
): Promise<void> {
  await withClient({ connectionString }, async (client) => {
    await client.query('SET statement_timeout = 0');
    await client.query(`SET lock_timeout = ${waitMs}`);
    const { rows } = await client.query(
      'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
      [index],
    );
    if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
    await client.query(sql);
    // A transaction pooler gives the connection to others.
    await client.query('RESET statement_timeout');
    await client.query('RESET lock_timeout');
  });
}
