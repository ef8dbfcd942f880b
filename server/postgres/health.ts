import { sql } from 'kysely';
import type { Database } from './database.ts';

/** What the rows tell about how well everything runs. Times are ages in seconds; null: there is none. */
export interface Health {
  version: string;
  servers: number;
  /** Age of the oldest event that sockets cannot hear yet, and of the oldest transaction that writes. */
  eventLagSeconds: number | null;
  writingSeconds: number | null;
  jobsWithError: { count: number; sample: string | null };
  /** Age of the oldest payment whose money is still to be passed on. */
  oldestUnsweptSeconds: number | null;
  unsweptLamports: bigint;
  waitingAlerts: number;
  trayedAlerts: number;
  oldestWatchSeconds: number | null;
  oldestUnfinalizedSeconds: number | null;
}

/** Reads the state of the work from its rows. */
export async function readHealth(db: Database, silentSeconds: number): Promise<Health> {
  const { rows } = await sql<
    Record<keyof Health | 'error_count' | 'error_sample' | 'unswept', string | null>
  >`
    select
      current_setting('server_version') as version,
      (select count(*) from processes where seen_at > now() - ${silentSeconds} * interval '1 second') as servers,
      (select extract(epoch from now() - min(at)) from events
        where xid >= pg_snapshot_xmin(pg_current_snapshot())) as "eventLagSeconds",
      (select extract(epoch from now() - min(xact_start)) from pg_stat_activity
        where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()) as "writingSeconds",
      (select count(*) from sweep_jobs where last_error is not null) as error_count,
      (select last_error from sweep_jobs where last_error is not null order by attempts desc limit 1) as error_sample,
      (select extract(epoch from now() - min(c.block_time)) from sweep_jobs j
        join donations d on d.id = j.donation_id join chain_entries c on c.address = d.address
        where c.lamports > 0 and not c.dropped) as "oldestUnsweptSeconds",
      (select coalesce(sum(c.lamports), 0) from sweep_jobs j join donations d on d.id = j.donation_id
        join chain_entries c on c.address = d.address where not c.dropped) as unswept,
      (select count(*) from alerts where settled_at is null and trayed_at is null) as "waitingAlerts",
      (select count(*) from alerts where settled_at is null and trayed_at is not null) as "trayedAlerts",
      (select extract(epoch from now() - min(next_read_at)) from watches) as "oldestWatchSeconds",
      (select extract(epoch from now() - min(seen_at)) from chain_entries
        where not finalized and not dropped) as "oldestUnfinalizedSeconds"`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('A select without a table gives one row.');
  return {
    version: row.version ?? '',
    servers: Number(row.servers),
    eventLagSeconds: seconds(row.eventLagSeconds),
    writingSeconds: seconds(row.writingSeconds),
    jobsWithError: { count: Number(row.error_count), sample: row.error_sample },
    oldestUnsweptSeconds: seconds(row.oldestUnsweptSeconds),
    unsweptLamports: BigInt(row.unswept ?? 0),
    waitingAlerts: Number(row.waitingAlerts),
    trayedAlerts: Number(row.trayedAlerts),
    oldestWatchSeconds: seconds(row.oldestWatchSeconds),
    oldestUnfinalizedSeconds: seconds(row.oldestUnfinalizedSeconds),
  };
}

function seconds(value: string | null): number | null {
  return value === null ? null : Math.max(0, Number(value));
}
