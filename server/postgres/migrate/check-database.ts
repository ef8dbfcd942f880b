import { sql } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';
import { readMigrations } from './migration-files.ts';

/**
 * Makes the question whether the database can be worked with: what is wrong in words, or null. A newer schema is well,
 * for a newer version may have started beside this one.
 */
export async function createDatabaseCheck(db: Database): Promise<() => Promise<string | null>> {
  const newest = (await readMigrations()).length;
  return async () => {
    try {
      const { rows } = await sql<{
        number: number | null;
      }>`select max(number) as number from schema_migrations`.execute(db);
      const isThere = (rows[0]?.number ?? 0) >= newest;
      return isThere ? null : 'the database lacks tables of this version';
    } catch {
      // Why is in the log and nobody's business who asks here.
      return 'the database does not answer';
    }
  };
}
