import { type RawBuilder, sql } from 'kysely';

/** So many alerts are looked at, the newest: the payment that asks waits for it. */
const mostLookedAt = 1000;

/**
 * Whether one of these wallets has paid a donation that this streamer's overlays have shown with its text, as SQL. What was
 * masked, taken away or blocked since makes nobody known, nor what only waits.
 */
export function hasBeenShown(userId: string, payers: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from (
      select donation_id, is_masked, taken_at from alerts
      where user_id = ${userId} and settled_how = 'overlay' order by settled_at desc limit ${mostLookedAt}
    ) a join donations d on d.id = a.donation_id
    where not a.is_masked and a.taken_at is null and d.blocked_at is null and (
      exists (
        select from chain_entries e
        where e.address = d.address and succeeded and not dropped and lamports > 0 and payers && ${payers}::text[])
      or exists (
        select from token_entries e
        where e.donation_id = d.id and succeeded and not dropped and units > 0 and payers && ${payers}::text[])))`;
}
