import { sql } from 'kysely';
import type { Donation } from '#server/domain/donation.ts';
import type { Trx } from './database.ts';
import { loadDonation } from './donation-rows.ts';

/** Locks donations by their ids, in the order in which everybody does: nobody waits for somebody who waits for them. */
export async function lockDonations(trx: Trx, ids: readonly string[]): Promise<Map<string, Donation>> {
  const locked = new Map<string, Donation>();
  for (const id of ids.toSorted()) {
    const donation = await loadDonation(trx, { id }, true);
    if (donation !== null) locked.set(id, donation);
  }
  return locked;
}

/** Locks the rows of donations and reads nothing of them, in that same order. */
export async function lockRows(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`select from donations where id = any(${ids}::uuid[]) order by id for no key update`.execute(trx);
}
