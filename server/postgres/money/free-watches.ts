import { type RawBuilder, sql } from 'kysely';
import { lockedWatches } from './lock-watches.ts';

/** A statement that gives those addresses free, for whoever adopts them, and makes them due: nobody listens to them. */
export function freeWatches(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update watches set process_id = null, next_read_at = now()
    where donation_id = any (${lockedWatches('watches', condition)})`;
}
