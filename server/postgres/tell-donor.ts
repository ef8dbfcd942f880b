import { sql } from 'kysely';
import { presentPublic } from '#server/app/present-donation.ts';
import { rooms } from '#server/app/rooms.ts';
import type { Trx } from './database.ts';
import { loadDonation } from './donation-rows.ts';
import { emit, forMemoryOnly, hint } from './outbox.ts';
import { outlookColumn, toOutlook } from './stream-outlook.ts';

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
