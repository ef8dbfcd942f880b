import { sql } from 'kysely';
import type { Donation } from '#server/domain/donation.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { loadDonations } from './donation-rows.ts';

/** Locks donations by their ids, in the order in which everybody does: nobody waits for somebody who waits for them. */
export async function lockDonations(trx: Trx, ids: readonly string[]): Promise<Map<string, Donation>> {
  await lockRows(trx, ids);
  // Only now: what others stored while the locks were waited for has to be seen.
  const locked = await loadDonations(trx, ids);
  return new Map(locked.map((donation) => [donation.id, donation]));
}

/** Locks the rows of donations and reads nothing of them, in that same order. */
export async function lockRows(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`select from donations where id = any(${ids}::uuid[]) order by id for no key update`.execute(trx);
}
