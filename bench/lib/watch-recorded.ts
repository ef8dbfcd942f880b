import { Client } from 'pg';

/** When payments are committed, as the database itself tells. */
export interface RecordedWatch {
  /** When (`performance.now()`) this process heard that the payment of that address was committed; undefined: not yet. */
  recordedAtMs(address: string): number | undefined;
}

const channel = 'bench_recorded';

/**
 * Has the database tell of every donation that is paid, at the commit that says so: by a trigger of the bench's own,
 * whose notification comes with the commit.
 */
export async function watchRecorded(
  cleanUp: AsyncDisposableStack,
  connectionString: string,
): Promise<RecordedWatch> {
  const db = new Client({ connectionString });
  await db.connect();
  cleanUp.defer(() => db.end());
  const recorded = new Map<string, number>();
  db.on('notification', ({ payload }) => recorded.set(payload ?? '', performance.now()));
  await db.query(`
    create function bench_recorded() returns trigger language plpgsql as
      $$ begin perform pg_notify('${channel}', new.address); return null; end $$;
    create trigger bench_recorded after update on donations for each row
      when (old.paid_at is null and new.paid_at is not null) execute function bench_recorded();
    listen ${channel}`);
  return { recordedAtMs: (address) => recorded.get(address) };
}
