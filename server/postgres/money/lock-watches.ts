import { type RawBuilder, sql } from 'kysely';

/**
 * The ids of those watches, as an array that locks them one after the other in the order in which everybody does who
 * changes several: nobody waits for somebody who waits for them. Whoever passes over what is locked (`skip locked`) waits
 * for nobody, and needs no order.
 */
export function lockedWatches(
  table: 'watches' | 'token_watches',
  condition: RawBuilder<unknown>,
): RawBuilder<string[]> {
  return sql`array(
    select donation_id from ${sql.table(table)} where ${condition} order by donation_id for no key update)`;
}

/** Those of a claim that nobody made due, or claimed anew, since. */
export function isClaim(donationIds: readonly string[], until: Date): RawBuilder<unknown> {
  return sql`donation_id = any (${donationIds}::uuid[]) and next_read_at = ${until}`;
}
