import { sql } from 'kysely';
import { applyEntries, applyShown, balanceLamports, statusOf } from '#server/domain/donation.ts';
import { passableOf } from '#server/domain/passing-on.ts';
import type { ChainEntry, Donation, KeyPath } from '#server/domain/donation.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { toDonation, toEntryRow } from './donation-rows.ts';
import { entryInsert, valueOfPayments } from './value-payments.ts';

/** An address of which only the chain knows, and the transactions that moved it: one at least. */
export interface FoundDonation {
  userId: string;
  path: KeyPath;
  address: string;
  entries: readonly ChainEntry[];
}

/** How long before its first payment a donation is said to have been made, and for how long it was open. */
const openedMs = 60_000;
const validMs = 600_000;

/**
 * Enters donations of which only the chain knows, all or none of them, by the same rules as if the server had seen
 * their payments; their alerts are settled, and their money is to be passed on. Nobody is told: no server runs.
 *
 * Addresses that are in the books already stay as they are. Returns the donations that were entered.
 */
export async function enterDonations(
  db: Database,
  found: readonly FoundDonation[],
  now: Date,
): Promise<Donation[]> {
  return await db.transaction().execute(async (trx) => {
    const rows = await trx
      .insertInto('donations')
      .values(found.map(toBlankRow))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute();
    const entriesOf = new Map(found.map(({ address, entries }) => [address, entries]));
    const entered = rows.map((row) => {
      const paid = applyEntries(
        toDonation(row, [], { clip: null, token: null }),
        entriesOf.get(row.address) ?? [],
        now,
      );
      return paid.paidAt === null ? paid : applyShown(paid, 'dismissed', now);
    });
    if (entered.length > 0) {
      await saveFacts(trx, entered);
      await enterRest(trx, entered);
    }
    return entered;
  });
}

/** What was asked for is lost: whatever came is taken for a payment. */
function toBlankRow({ userId, path, address, entries }: FoundDonation) {
  const firstMs = Math.min(...entries.map(({ blockTime }) => blockTime.getTime()));
  return {
    user_id: userId,
    donator_name: 'Recovered',
    message: '',
    address,
    key_user: path.user,
    key_epoch: path.epoch,
    key_index: path.index,
    min_lamports: 1n,
    creator: null,
    created_at: new Date(firstMs - openedMs),
    expires_at: new Date(firstMs - openedMs + validMs),
  };
}

async function saveFacts(trx: Trx, entered: readonly Donation[]): Promise<void> {
  await sql`
    update donations d set received_lamports = f.received, late = f.late, paid_at = f.paid, shown_at = f.shown,
      settled_how = f.how, failed_at = f.failed
    from unnest(
      ${entered.map(({ id }) => id)}::uuid[], ${entered.map(({ receivedLamports }) => receivedLamports)}::bigint[],
      ${entered.map(({ late }) => late)}::boolean[], ${entered.map(({ paidAt }) => paidAt)}::timestamptz[],
      ${entered.map(({ shownAt }) => shownAt)}::timestamptz[], ${entered.map(({ settledHow }) => settledHow)}::text[],
      ${entered.map(({ failedAt }) => failedAt)}::timestamptz[]
    ) as f (id, received, late, paid, shown, how, failed)
    where d.id = f.id`.execute(trx);
}

async function enterRest(trx: Trx, entered: readonly Donation[]): Promise<void> {
  await trx
    .insertInto('watches')
    .values(
      entered.map((donation) => ({
        donation_id: donation.id,
        address: donation.address,
        known_lamports: balanceLamports(donation),
        is_open: statusOf(donation) === 'PENDING',
        next_read_at: new Date(),
      })),
    )
    .execute();
  const entries = entered.flatMap((donation) => donation.entries.map((entry) => toEntryRow(donation, entry)));
  await trx.executeQuery(entryInsert(trx, entries));
  await sql`
    update donations d set (fiat_currency, fiat_minor, fiat_price_micros) =
      (select currency, minor, price from ${valueOfPayments(sql`d.address`)} v)
    where d.id = any(${entered.map(({ id }) => id)}::uuid[])`.execute(trx);
  const alerts = entered.flatMap(({ id, userId, shownAt, settledHow }) =>
    shownAt === null
      ? []
      : [
          {
            user_id: userId,
            donation_id: id,
            kind: 'payment' as const,
            settled_at: shownAt,
            settled_how: settledHow,
          },
        ],
  );
  if (alerts.length > 0) await trx.insertInto('alerts').values(alerts).execute();
  const due = entered
    .filter((donation) => passableOf(donation) !== null)
    .map(({ id }) => ({ donation_id: id }));
  if (due.length > 0) await trx.insertInto('sweep_jobs').values(due).execute();
}
