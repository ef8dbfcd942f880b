import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Has a restored database know its back-ups as they are. In the snapshot the one that was restored is still being made,
 * and the next turn would take it for broken off, and remove its file: it is good, as was just proven. What became of
 * any other that was open then nobody knows, nor of the restored one where its file was renamed; the row goes, so that
 * the file stays.
 */
export async function noteRestored(
  db: Database,
  { file, bytes, rows }: { file: string; bytes: number; rows: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('backup_runs')
      .set({
        finished_at: sql<Date>`now()`,
        checked_at: sql<Date>`now()`,
        bytes: BigInt(bytes),
        row_count: BigInt(rows),
        failed_at: null,
        failure: null,
        detail: null,
      })
      .where('file', '=', file)
      .execute();
    await trx
      .deleteFrom('backup_runs')
      .where('checked_at', 'is', null)
      .where('failed_at', 'is', null)
      .execute();
  });
}
