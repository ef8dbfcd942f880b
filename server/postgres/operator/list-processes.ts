import { sql } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';
import { processSilentSeconds } from '#server/postgres/connection/process-silent-seconds.ts';

/** The processes that live on this database, and since when. */
export async function listLiving(db: Database): Promise<{ id: string; startedAt: Date }[]> {
  return await db
    .selectFrom('processes')
    .select(['id', 'started_at as startedAt'])
    .where('seen_at', '>', sql<Date>`now() - ${processSilentSeconds} * interval '1 second'`)
    .execute();
}

/** Every process that has a row: also those that ended without good order within the last hour. */
export async function listKnown(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('processes').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}
