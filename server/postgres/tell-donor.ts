import { sql } from 'kysely';
import { presentPublic } from '#server/app/present-donation.ts';
import { rooms } from '#server/app/rooms.ts';
import type { Trx } from './database.ts';
import { loadDonation } from './donation-rows.ts';
import { emit, forMemoryOnly, hint } from './outbox.ts';
import { outlookColumn, toOutlook } from './stream-outlook.ts';

/** What an update of `alerts` returns for `tellDonors`. */
export interface ChangedAlert {
  donationId: string | null;
  kind: string;
  seq: bigint;
}

/** Tells a donor's page that something else becomes of its alert; what changes a donation itself tells it anyway. */
export async function tellDonor(trx: Trx, donationId: string): Promise<void> {
  const donation = await loadDonation(trx, { id: donationId });
  if (donation === null) return;
  const streamer = await trx
    .selectFrom('users')
    .select([
      'username',
      'donation_code as donationCode',
      'deleted_at as deletedAt',
      outlookColumn(donation).as('outlook'),
    ])
    .where('id', '=', donation.userId)
    .executeTakeFirst();
  if (streamer === undefined) return;
  const body = presentPublic(donation, streamer, toOutlook(streamer.outlook));
  await emit(trx, { room: rooms.donation(donation.id), name: 'donation_updated', body });
}

/** So many are told at once: each takes some reading, and the queue waits for it. */
const mostTold = 50;

/**
 * Tells donors' pages the same of several alerts: those that were paid last, whose pages are likely to be open still.
 * Returns the donations of all others: `forgetDonorPages` has them read anew.
 */
export async function tellDonors(trx: Trx, alerts: readonly ChangedAlert[]): Promise<string[]> {
  const ids = alerts
    .filter(({ kind }) => kind === 'payment')
    .toSorted((a, b) => (a.seq > b.seq ? -1 : 1))
    .flatMap(({ donationId }) => donationId ?? []);
  for (const id of ids.slice(0, mostTold)) await tellDonor(trx, id);
  return ids.slice(mostTold);
}

/** Donors' own pages that processes remember are read anew, however many they are; pages that are open hear nothing. */
export async function forgetDonorPages(trx: Trx, donationIds: readonly string[]): Promise<void> {
  if (donationIds.length === 0) return;
  await sql`
    insert into events (room, name, body)
    select 'donation:' || id, ${forMemoryOnly}, '{}' from unnest(${donationIds}::text[]) as t (id)`.execute(
    trx,
  );
  await hint(trx, 'events');
}
