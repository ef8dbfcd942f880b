import { sql } from 'kysely';
import type { PastAlert } from '#server/app/donations/donation-history.ts';
import type { Database } from '#server/postgres/connection/database.ts';

const mostReplays = 50;

const columns = sql`
  seq, kind, queued_at as "queuedAt", place as "askedAt", asked_by as "askedBy", held_at as "heldAt",
  held_for as "heldFor", approved_at as "approvedAt", approved_by as "approvedBy", is_masked as "isMasked",
  trayed_at as "trayedAt", goes_next as "goesNext", released_at as "releasedAt", sent_at as "sentAt", attempts,
  settled_at as "settledAt", settled_how as "settledHow", settled_by as "settledBy"`;

/** See `DonationStore.listAlerts`. Each half has an index of its own. */
export async function listPastAlerts(db: Database, donationId: string): Promise<PastAlert[]> {
  const { rows } = await sql<PastAlert>`
    select * from (
      select ${columns} from alerts where donation_id = ${donationId} and kind = 'payment'
      union all
      (select ${columns} from alerts where donation_id = ${donationId} and kind = 'replay'
       order by seq desc limit ${mostReplays})
    ) past order by seq`.execute(db);
  return rows;
}
