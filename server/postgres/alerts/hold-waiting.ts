import { sql } from 'kysely';
import type { HoldReason } from '#contract/moderation.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { tellStreamer } from './decide-alerts.ts';
import { loadDonation } from '#server/postgres/donations/donation-rows.ts';
import { type ChangedAlert, tellDonors } from '#server/postgres/donations/tell-donor.ts';

const because: HoldReason = 'every';

/**
 * Where every alert is to be approved first, has what waits for its turn wait for approval instead, unless a person has
 * approved it or asked for it. What is on stream stays there, and what is in the tray, which comes only by hand. The caller
 * holds the lock on the queue, tells the desk, and has donors' pages read anew; of these the newest are told here.
 *
 * All at once, however many they are: a process that dies between two parts would let the rest out unseen. 10,000 take a
 * fifth of a second.
 */
export async function holdWaiting(trx: Trx, userId: string): Promise<void> {
  const { rows } = await sql<ChangedAlert>`
    update alerts set held_at = now(), held_for = ${[because]}
    where user_id = ${userId} and state = 'queue' and sent_at is null and kind <> 'test'
      and not goes_next and approved_at is null
      and exists (select from alert_settings where user_id = ${userId} and approve_first)
    returning donation_id as "donationId", kind, seq`.execute(trx);
  await tellDonors(trx, rows);
  // Widgets leave their names out from now on, and the list says that they wait: one event is enough for all of them.
  const [first] = rows;
  const donation = first?.donationId == null ? null : await loadDonation(trx, { id: first.donationId });
  if (donation !== null) await tellStreamer(trx, donation);
}
