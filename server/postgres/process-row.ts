import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { processSilentSeconds } from './overlay-presence.ts';
import { deleteEndedSessions } from './session-store.ts';

const renewMs = 5000;
const forgetAfterMinutes = 60;
/** They are not in the way: this is only so that the table does not grow for ever. */
const forgetSessionsEveryMs = 3_600_000;

/**
 * Says that this process lives, every 5 s, and clears away what dead ones and past hours left: their open overlays
 * and events that every socket has long heard; and, at the start and every hour, sessions that are past their end. Where it is known to be alone on its database, what a killed
 * predecessor held is free at once.
 */
export async function keepProcessRow(
  db: Database,
  processId: string,
  { isAlone, onError }: { isAlone: boolean; onError: (error: Error) => void },
): Promise<{ stop(): Promise<void> }> {
  if (isAlone) {
    await removeProcesses(db, sql`true`);
    await db
      .updateTable('sweep_jobs')
      .set({ lease_until: null })
      .where('lease_until', 'is not', null)
      .execute();
  }
  let sessionsDueAt = 0;
  const renew = async (): Promise<void> => {
    await sayAlive(db, processId);
    await removeProcesses(db, sql`seen_at < now() - ${forgetAfterMinutes} * interval '1 minute'`);
    await sql`delete from events where at < now() - ${forgetAfterMinutes} * interval '1 minute'`.execute(db);
    if (performance.now() < sessionsDueAt) return;
    sessionsDueAt = performance.now() + forgetSessionsEveryMs;
    await deleteEndedSessions(db, new Date());
  };
  await renew();
  const timer = setInterval(() => void renew().catch(onError), renewMs);
  return {
    async stop() {
      clearInterval(timer);
      await removeProcesses(db, sql`id = ${processId}`);
    },
  };
}

/** Removes rows of processes that have ended. What they watched is free, and due: nobody listened since. */
async function removeProcesses(db: Database, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    with ended as (select id from processes where ${condition}),
    freed as (
      update watches set process_id = null, next_read_at = now()
      where is_open and process_id in (select id from ended)
    )
    delete from processes where id in (select id from ended)`.execute(db);
}

/**
 * While a process was silent too long (stopped, or the database away) its overlays counted as closed, and queues went
 * to sleep for want of one. The overlays themselves never noticed, so nobody else would wake those queues again.
 */
async function sayAlive(db: Database, processId: string): Promise<void> {
  await sql`
    with before as (select seen_at from processes where id = ${processId}),
    renewed as (insert into processes (id) values (${processId}) on conflict (id) do update set seen_at = now())
    update alert_queues set wake_at = now()
    where user_id in (
        select user_id from alert_queues
        where user_id in (select user_id from overlay_sockets where process_id = ${processId})
        order by user_id for update)
      and exists (select 1 from before where seen_at <= now() - ${processSilentSeconds} * interval '1 second')`.execute(
    db,
  );
}
