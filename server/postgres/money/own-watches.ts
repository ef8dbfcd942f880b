import { sql } from 'kysely';
import type { Clock } from '#server/app/ports.ts';
import type { WatchStore } from '#server/app/watch-ports.ts';
import { processSilentSeconds } from '#server/postgres/connection/process-silent-seconds.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { hint } from '#server/postgres/connection/outbox.ts';
import { freeWatches } from './free-watches.ts';
import { lockedWatches } from './lock-watches.ts';
import { toWatch, watchColumns, type WatchRow } from './watch-rows.ts';

/** So soon after it was adopted an address is listened to: read then, what came while nobody listened is found. */
const listenedAfterMs = 1000;

/** Which process listens to which open addresses. */
export function createOwnWatches(
  db: Database,
  clock: Clock,
  processId: string,
): Pick<WatchStore, 'noteHearing' | 'makeOpenDue' | 'adopt' | 'handOver'> {
  return {
    async noteHearing(hearsChain) {
      await db
        .updateTable('processes')
        .set({ hears_chain: hearsChain })
        .where('id', '=', processId)
        .where('hears_chain', '!=', hearsChain)
        .execute();
    },
    async makeOpenDue() {
      const ours = lockedWatches('watches', sql`process_id = ${processId} and is_open`);
      await sql`update watches set next_read_at = ${clock.now()} where donation_id = any (${ours})`.execute(
        db,
      );
    },
    async adopt(limit) {
      const dueAt = new Date(clock.now().getTime() + listenedAfterMs);
      const { rows } = await sql<WatchRow>`
        with unowned as (
          select donation_id from watches where is_open and process_id is null
          limit ${limit} for update skip locked
        ), orphaned as (
          select w.donation_id from processes p join watches w on w.process_id = p.id and w.is_open
          where p.seen_at <= now() - ${processSilentSeconds} * interval '1 second'
          limit ${limit} for update of w skip locked
        ), free as (
          select donation_id from unowned union all select donation_id from orphaned
        )
        update watches w set process_id = ${processId}, is_claimed = true, next_read_at = ${dueAt}
        from donations d where w.donation_id = any (array(select donation_id from free)) and d.id = w.donation_id
        returning ${watchColumns(processId)}`.execute(db);
      return rows.map(toWatch);
    },
    async handOver() {
      await freeWatches(sql`process_id = ${processId} and is_open`).execute(db);
      await hint(db, 'watch');
    },
  };
}
