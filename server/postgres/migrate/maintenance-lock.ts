import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Database } from '#server/postgres/connection/database.ts';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';
import { processSilentSeconds } from '#server/postgres/connection/process-silent-seconds.ts';
import { createClient } from '#server/postgres/connection/with-client.ts';

/** Any number that no other program on the operator's server is likely to lock. */
const advisoryLock = 7_236_109_544_282;

/**
 * Keeps every server off a database until `release()` or the end of this process: a command is about to replace what
 * is in it. Throws `folder_in_use` while a server runs on it or another command holds it.
 */
export async function takeMaintenanceLock(connectionString: string): Promise<{ release(): Promise<void> }> {
  const client = createClient({ connectionString, application_name: 'brava-maintenance' });
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      advisoryLock,
    ]);
    if (rows[0]?.taken !== true)
      throw inUse('Another command (restore or recover) is at work on this database.');
    const alive = await countServers(client);
    if (alive > 0) {
      throw inUse(
        `Brava is running on this database (${alive} process${alive === 1 ? '' : 'es'}). Stop it first; one that was killed counts for ${processSilentSeconds} seconds.`,
      );
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  return { release: () => client.end() };
}

/** Throws while a command holds the database with `takeMaintenanceLock`. */
export async function assertNoMaintenance(db: Database): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${advisoryLock}) as free`.execute(db);
  if (rows[0]?.free !== true) {
    throw inUse('A restore or recover is at work on this database. Start Brava when it has ended.');
  }
}

async function countServers(client: Client): Promise<number> {
  const { rows: tables } = await client.query(`select 1 where to_regclass('processes') is not null`);
  if (tables.length === 0) return 0;
  const { rows } = await client.query<{ alive: number }>(
    "select count(*)::int as alive from processes where seen_at > now() - $1 * interval '1 second'",
    [processSilentSeconds],
  );
  return rows[0]?.alive ?? 0;
}

function inUse(message: string): DatabaseSetupError {
  return new DatabaseSetupError('folder_in_use', message);
}
