import { sql } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';

/**
 * Where an operator's PostgreSQL keeps its files, if it runs on this machine and tells; null: nobody knows. Whether the
 * folder is one of this machine is for the caller to see: a container's has the same name.
 */
export async function findDatabaseFolder(db: Database): Promise<string | null> {
  try {
    const { rows } = await sql<{ folder: string }>`
      select current_setting('data_directory') as folder
      where (inet_server_addr() is null or host(inet_server_addr()) in ('127.0.0.1', '::1'))
        and pg_has_role(current_user, 'pg_read_all_settings', 'member')`.execute(db);
    return rows[0]?.folder ?? null;
  } catch {
    // It does not tell us. Its disk is then its operator's business.
    return null;
  }
}
