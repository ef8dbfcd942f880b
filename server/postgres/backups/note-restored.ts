import type { Client } from 'pg';

/**
 * Has a restored database know its back-ups as they are, in the transaction that restores it. In the snapshot the one that
 * was restored is still being made, and the next turn would take it for broken off, and remove its file: it is good, as was
 * just proven. What became of any other that was open then nobody knows, nor of the restored one where its file was renamed;
 * the row goes, so that the file stays. `place` is where back-ups go now, where it lies there: else it would be known of
 * another place only, and never thinned out. Back-ups of an older version may not know of any.
 */
export async function noteRestored(
  client: Client,
  { file, place, bytes, rows }: { file: string; place: string | null; bytes: number; rows: number },
): Promise<void> {
  const { rows: tables } = await client.query(`select 1 where to_regclass('backup_runs') is not null`);
  if (tables.length === 0) return;
  await client.query(
    `update backup_runs set finished_at = now(), checked_at = now(), bytes = $2, row_count = $3,
       failed_at = null, failure = null, detail = null, place = coalesce($4, place) where file = $1`,
    [file, bytes, rows, place],
  );
  await client.query('delete from backup_runs where checked_at is null and failed_at is null');
}
