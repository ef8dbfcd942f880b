import { sql } from 'kysely';
import type { Database } from './database.ts';

const renewMs = 5000;
const forgetAfterMinutes = 60;

/**
 * Says that this process lives, every 5 s, and clears away what dead ones and past hours left: their open overlays
 * and events that every socket has long heard. Where it is known to be alone on its database, what a killed
 * predecessor held is free at once.
 */
export async function keepProcessRow(
  db: Database,
  processId: string,
  { isAlone, onError }: { isAlone: boolean; onError: (error: Error) => void },
): Promise<{ stop(): Promise<void> }> {
  if (isAlone) {
    await db.deleteFrom('processes').execute();
    await db
      .updateTable('sweep_jobs')
      .set({ lease_until: null })
      .where('lease_until', 'is not', null)
      .execute();
  }
  const renew = async (): Promise<void> => {
    await db
      .insertInto('processes')
      .values({ id: processId })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql<Date>`now()` }))
      .execute();
    await sql`delete from processes where seen_at < now() - ${forgetAfterMinutes} * interval '1 minute'`.execute(
      db,
    );
    await sql`delete from events where at < now() - ${forgetAfterMinutes} * interval '1 minute'`.execute(db);
  };
  await renew();
  const timer = setInterval(() => void renew().catch(onError), renewMs);
  return {
    async stop() {
      clearInterval(timer);
      await db.deleteFrom('processes').where('id', '=', processId).execute();
    },
  };
}
