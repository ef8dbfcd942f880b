import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/app/ports.ts';
import type { WatchStore } from '#server/app/watch-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { lockedWatches } from './lock-watches.ts';
import { isOverslept } from './wake-overslept.ts';

/** How soon and how late at the latest a change that could not be recorded is looked at again. */
const lookAgain = { afterShareOfAge: 1 / 3, leastSeconds: 2, mostSeconds: 300 };

/** Changes of addresses that could not be recorded, and when they are looked at again. */
export function createPutOffLooks(
  db: Database,
  clock: Clock,
): Pick<WatchStore, 'putOffLook' | 'endLook' | 'makeLooksDue'> {
  return {
    async putOffLook(donationId, slot) {
      const now = clock.now();
      const { afterShareOfAge, leastSeconds, mostSeconds } = lookAgain;
      await sql`
        update watches w set look_slot = greatest(w.look_slot, ${slot}), look_since = again.since,
          look_at = again.at, next_read_at = least(w.next_read_at, again.at)
        from (
          select donation_id, since, ${now}::timestamptz + make_interval(secs => least(${mostSeconds},
            greatest(${leastSeconds}, round(extract(epoch from ${now}::timestamptz - since) * ${afterShareOfAge})))) as at
          from (
            select donation_id, coalesce(look_since, ${now}::timestamptz) as since from watches
            where donation_id = ${donationId}
          ) first
        ) again where w.donation_id = again.donation_id`.execute(db);
    },
    async endLook(donationId, slot) {
      await db
        .updateTable('watches')
        .set({ look_slot: null, look_since: null, look_at: null })
        .where('donation_id', '=', donationId)
        .where('look_slot', '<=', slot)
        .execute();
    },
    async makeLooksDue() {
      const now = clock.now();
      await makeDue(db, now, sql`look_at > ${now}`);
    },
  };
}

/** Makes looks due that would wait longer than any does: see `wakeOverslept`. */
export async function wakeOversleptLooks(db: Database, now: Date): Promise<void> {
  await makeDue(db, now, isOverslept('look_at', now, lookAgain.mostSeconds * 1000));
}

async function makeDue(db: Database, now: Date, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update watches set look_at = ${now}, next_read_at = ${now}
    where donation_id = any (${lockedWatches('watches', which)})`.execute(db);
}
