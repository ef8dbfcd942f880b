import { sql } from 'kysely';
import type { OperationFigures } from '#server/app/operation-ports.ts';
import type { BackupFailureCode } from '#server/domain/backups/backup-schedule.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** How back-ups stand, of all places together; null where none are made by themselves. */
export async function readBackupFigures(
  db: Database,
  everyMs: number | null,
): Promise<OperationFigures['backups']> {
  if (everyMs === null) return null;
  const { rows } = await sql<{
    since: Date;
    at: Date | null;
    bytes: bigint | null;
    failure: BackupFailureCode | null;
  }>`
    select t.since, g.started_at as at, g.bytes, f.failure from backup_turn t
    left join lateral (
      select started_at, bytes from backup_runs
      where checked_at is not null and removed_at is null and missing_at is null
      order by started_at desc limit 1
    ) g on true
    left join lateral (
      select failure from backup_runs
      where failure is distinct from 'ended' and (checked_at is not null or failed_at is not null)
      order by started_at desc limit 1
    ) f on true`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('The row of the turn is made with its table.');
  const { since, at, bytes, failure } = row;
  return { everyMs, since, lastGood: at === null ? null : { at, bytes: bytes ?? 0n }, failure };
}
