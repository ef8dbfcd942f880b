import { sql } from 'kysely';
import { presentPublic } from '#server/app/donations/present-donation.ts';
import { rooms } from '#server/app/rooms.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { loadDonations } from './donation-rows.ts';
import { emitEach, forMemoryOnly, hint } from '#server/postgres/connection/outbox.ts';
import { outlookColumn, toOutlook } from './stream-outlook.ts';

/** What an update of `alerts` returns for `tellDonors`. */
export interface ChangedAlert {
  donationId: string | null;
  kind: string;
  seq: bigint;
}

/** Tells a donor's page that something else becomes of its alert; what changes a donation itself tells it anyway. */
export async function tellDonor(trx: Trx, donationId: string): Promise<void> {
  await tell(trx, [donationId]);
}

/** So many are told at once: each is told all of it, and the queue waits for that. */
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
  await tell(trx, ids.slice(0, mostTold));
  return ids.slice(mostTold);
}

/** As many round trips for fifty as for one. */
async function tell(trx: Trx, donationIds: readonly string[]): Promise<void> {
  if (donationIds.length === 0) return;
  const donations = await loadDonations(trx, donationIds);
  const streamers = await trx
    .selectFrom('donations')
    .innerJoin('users', 'users.id', 'donations.user_id')
    .select([
      'donations.id as donationId',
      'users.username as username',
      'users.donation_code as donationCode',
      'users.deleted_at as deletedAt',
      outlookColumn({ id: sql.ref('donations.id'), userId: sql.ref('users.id') }).as('outlook'),
    ])
    .where(sql<boolean>`donations.id = any(${donationIds}::uuid[])`)
    .execute();
  const streamerOf = new Map(streamers.map(({ donationId, ...streamer }) => [donationId, streamer]));
  const told = donations.flatMap((donation) => {
    const streamer = streamerOf.get(donation.id);
    if (streamer === undefined) return [];
    const body = presentPublic(donation, streamer, toOutlook(streamer.outlook));
    return [{ room: rooms.donation(donation.id), name: 'donation_updated' as const, body }];
  });
  await emitEach(trx, told);
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
