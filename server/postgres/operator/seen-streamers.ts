import { sql } from 'kysely';
import { isUuid } from '#server/app/is-uuid.ts';
import type { OperatorStore, SeenStreamer, SeenStreamerDetails } from '#server/app/operator-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { nameOrWalletHas } from '#server/postgres/accounts/name-or-wallet-has.ts';
import { readPresence } from '#server/postgres/alerts/overlay-presence.ts';

/** The condition of the index `donations_paid`: paid and not taken back by the chain. */
const isPaid = sql`d.user_id = u.id and d.paid_at is not null and d.failed_at is null`;

/** What every view of an account shows; sums are read for the rows that are shown, and for no other. */
const seenColumns = sql`
  u.id, u.username, u.wallet_address as "walletAddress", u.created_at as "createdAt",
  u.suspended_at as "suspendedAt", u.operator_since as "operatorSince",
  (select count(*)::int from donations d where ${isPaid}) as donations,
  (select coalesce(sum(d.received_lamports), 0)::bigint from donations d where ${isPaid}) as lamports,
  (select max(s.seen_at) from sessions s where s.user_id = u.id) as "seenAt"`;

/** A page of accounts, the newest first. What is looked for is text, never a pattern. */
export const searchStreamers =
  (db: Database): OperatorStore['search'] =>
  async ({ text, page, size }) => {
    const isWanted = nameOrWalletHas(text);
    const { rows: counted } = await sql<{ found: bigint }>`
      select count(*) as found from users u where ${isWanted}`.execute(db);
    const { rows } = await sql<SeenStreamer>`
      select ${seenColumns} from users u where ${isWanted}
      order by u.created_at desc, u.id limit ${size} offset ${(page - 1) * size}`.execute(db);
    return { data: rows, found: Number(counted[0]?.found ?? 0n) };
  };

/** One account in full; null when there is none of that id. */
export const findSeenStreamer =
  (db: Database): OperatorStore['find'] =>
  async (streamerId) => {
    if (!isUuid(streamerId)) return null;
    const { rows } = await sql<Omit<SeenStreamerDetails, 'openOverlays'>>`
      select ${seenColumns}, u.donation_code as "donationCode", u.payout_address as "payoutAddress",
        u.accepting_donations as "acceptingDonations", u.min_lamports as "minLamports", u.time_zone as "timeZone",
        (select max(d.paid_at) from donations d where ${isPaid}) as "lastPaidAt",
        (select count(*)::int from donations d
          where d.user_id = u.id and d.paid_at is null and d.expired_at is null) as "openDonations",
        (select count(*)::int from (
          select donation_id from sweep_jobs union select donation_id from token_sweep_jobs
        ) j join donations d on d.id = j.donation_id where ${isPaid}) as "unsweptDonations"
      from users u where u.id = ${streamerId}`.execute(db);
    const [row] = rows;
    if (row === undefined) return null;
    const { connected } = await readPresence(db, streamerId);
    return { ...row, openOverlays: connected };
  };
