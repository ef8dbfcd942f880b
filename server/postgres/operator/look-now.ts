import type { Clock } from '#server/app/ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** Makes the address of a donation due to be read now; whoever reads addresses finds it within a second. */
export async function lookNow(db: Database, clock: Clock, donationId: string): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('watches')
    .set({ next_read_at: now })
    .where('donation_id', '=', donationId)
    .where('next_read_at', '>', now)
    .execute();
}
