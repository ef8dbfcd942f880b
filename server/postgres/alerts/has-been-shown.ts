import { type RawBuilder, sql } from 'kysely';

/** So many alerts are looked at, the newest: the payment that asks waits for it. */
const mostLookedAt = 1000;

/** So many of its payments are looked at: whoever sends dust to one makes the look no longer. */
const mostPayments = 3;

/**
 * Whether one of these wallets has paid a donation that this streamer's overlays have shown with its text, as SQL. What was
 * masked, taken away or blocked since makes nobody known, nor what only waits, nor a payment below the donation's minimum: what
 * is sent to somebody else's donation would.
 */
export function hasBeenShown(userId: string, payers: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from (
      select donation_id, is_masked, taken_at from alerts
      where user_id = ${userId} and settled_how = 'overlay' order by settled_at desc limit ${mostLookedAt}
    ) a join donations d on d.id = a.donation_id
    where not a.is_masked and a.taken_at is null and d.blocked_at is null and exists (
      select from (
        select e.payers, e.lamports >= d.min_lamports as suffices from chain_entries e
        where d.token_mint is null and e.address = d.address and succeeded and not dropped and lamports > 0
        limit ${mostPayments}
      ) paid where suffices and payers && ${payers}::text[]
      union all
      select from (
        select e.payers, e.units >= d.minimum_units as suffices from token_entries e
        where d.token_mint is not null and e.donation_id = d.id and succeeded and not dropped and units > 0
        limit ${mostPayments}
      ) paid where suffices and payers && ${payers}::text[]))`;
}
