import { sql } from 'kysely';
import type { OwnedAddress } from '#server/app/sweep-ports.ts';
import type { KeyPath } from '#server/domain/donation.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { enterDonations, type FoundDonation } from './enter-donations.ts';

/** Whose a wallet is, by the books. */
interface Owner {
  id: string;
  wallet: KeyPath;
}

/** A streamer of whom only the chain knows. */
export interface LostOwner {
  username: string;
  passwordHash: string;
  /** The account's own wallet. */
  wallet: OwnedAddress;
  /** The one that was found, to which the money goes, when it cannot be the account's own. */
  found: OwnedAddress | null;
  donationCode: string;
  widgetCode: string;
}

/** Before every time at which a job was ever due. */
const first = new Date(0);

/** A transfer whose fate is not known yet; `isDue`: it is time to send it again. */
interface LiveTransfer {
  donationId: string;
  signature: string;
  isDue: boolean;
}

/** What `brava recover` reads and writes of the books. */
export function createRecoveryStore(db: Database) {
  return {
    /** The accounts by their own wallets, and by those for which a recovery made them. */
    async listOwners(): Promise<Owner[]> {
      const { rows } = await sql<{ id: string; epoch: number; user: number }>`
        select id, key_epoch as epoch, key_user as "user" from users
        union all select user_id, key_epoch, key_user from recovered_wallets`.execute(db);
      return rows.map(({ id, epoch, user }) => ({ id, wallet: { user, epoch, index: 0 } }));
    },
    /** Below which index every address of a streamer and epoch is in the books, without a gap. */
    async listKnownTo(): Promise<{ epoch: number; user: number; next: number }[]> {
      const { rows } = await sql<{ epoch: number; user: number; next: number }>`
        select key_epoch as epoch, key_user as "user", (count(*) + 1)::int as next
        from (
          select key_epoch, key_user, key_index,
                 row_number() over (partition by key_epoch, key_user order by key_index) as position
          from donations
        ) numbered
        where key_index = position group by 1, 2`.execute(db);
      return rows;
    },
    /** A key number that nobody has, not even the owner of a wallet that was found. */
    async drawKeyUser(above: number): Promise<number> {
      const { rows } = await sql<{ user: string }>`
        select setval('key_users', greatest(nextval('key_users'), ${above + 1}::bigint)) as "user"`.execute(
        db,
      );
      return Number(rows[0]?.user);
    },
    /** Lets registrations go on above every key number that is in the books. */
    async raiseKeyUsers(): Promise<void> {
      await sql`select setval('key_users', greatest(
        (select max(key_user) from users), (select last_value from key_users), 1)::bigint,
        (select is_called from key_users) or exists (select 1 from users))`.execute(db);
    },
    /** Returns the new account's id; null, and nothing is made, where somebody has the name in whatever case. */
    async createOwner({ wallet, found, ...lost }: LostOwner): Promise<string | null> {
      return await db.transaction().execute(async (trx) => {
        const made = await trx
          .insertInto('users')
          .values({
            username: lost.username,
            password_hash: lost.passwordHash,
            wallet_address: wallet.address,
            key_user: wallet.path.user,
            key_epoch: wallet.path.epoch,
            payout_address: found?.address ?? null,
            donation_code: lost.donationCode,
            widget_code: lost.widgetCode,
            time_zone: 'UTC',
          })
          .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
          .returning('id as user_id')
          .executeTakeFirst();
        if (made === undefined) return null;
        await trx.insertInto('key_counters').values(made).execute();
        if (found !== null) {
          const { epoch, user } = found.path;
          await trx
            .insertInto('recovered_wallets')
            .values({ ...made, key_epoch: epoch, key_user: user })
            .execute();
        }
        return made.user_id;
      });
    },
    /** Which of these addresses are in the books. */
    async listEntered(addresses: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('donations')
        .select('address')
        .where('address', 'in', [...addresses])
        .execute();
      return new Set(rows.map(({ address }) => address));
    },
    /** The username of each streamer to whom one of these addresses belongs, by address. */
    async listStreamers(addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const { rows } = await sql<{ address: string; username: string }>`
        select d.address, u.username from donations d join users u on u.id = d.user_id
        where d.address = any(${addresses}::text[])`.execute(db);
      return new Map(rows.map(({ address, username }) => [address, username]));
    },
    enterDonations: (found: readonly FoundDonation[], now: Date) => enterDonations(db, found, now),
    /** New addresses stand under this epoch from now on; money may still come to those under the one before. */
    async setEpoch(keyEpoch: number): Promise<void> {
      await sql`
        update installation set key_epoch = ${keyEpoch}, past_epochs = array_append(past_epochs, key_epoch)
        where key_epoch <> ${keyEpoch}`.execute(db);
    },
    /** The donations that are open, the newest first, and how many there are. */
    async listOpen(limit: number): Promise<{ ids: string[]; count: number }> {
      const { rows } = await sql<{ id: string; count: number }>`
        select d.id, (count(*) over ())::int as count
        from watches w join donations d on d.id = w.donation_id
        where w.is_open order by d.created_at desc limit ${limit}`.execute(db);
      return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 };
    },
    /** How many donations are open that something was paid to, and how much; what is too little is not moved yet. */
    async sumOpen(): Promise<{ donations: number; lamports: bigint }> {
      const { rows } = await sql<{ donations: number; lamports: string }>`
        select count(*)::int as donations, coalesce(sum(d.received_lamports), 0)::text as lamports
        from watches w join donations d on d.id = w.donation_id
        where w.is_open and d.received_lamports > 0`.execute(db);
      return { donations: rows[0]?.donations ?? 0, lamports: BigInt(rows[0]?.lamports ?? 0) };
    },
    /** Addresses whose money is still to be moved, with what was said about it last. */
    async listUnmoved(): Promise<{ address: string; lastError: string | null; isOnItsWay: boolean }[]> {
      const { rows } = await sql<{ address: string; last_error: string | null; is_on_its_way: boolean }>`
        select d.address, j.last_error, exists (
          select 1 from sweeps s where s.donation_id = d.id and s.state = 'live') as is_on_its_way
        from sweep_jobs j join donations d on d.id = j.donation_id order by d.address`.execute(db);
      return rows.map((row) => ({
        address: row.address,
        lastError: row.last_error,
        isOnItsWay: row.is_on_its_way,
      }));
    },
    /**
     * How much is still to be moved, how many transfers were signed and are on their way, and how many transactions are not
     * final by the books: what they brought may be moved only then.
     */
    async countUnmoved(): Promise<{ jobs: number; live: number; signed: number; unsettled: number }> {
      const { rows } = await sql<{ jobs: number; live: number; signed: number; unsettled: number }>`
        select (select count(*)::int from sweep_jobs) as jobs,
               count(*) filter (where state = 'live')::int as live, count(*)::int as signed,
               (select count(*)::int from chain_entries where not finalized and not dropped) as unsettled
        from sweeps`.execute(db);
      return rows[0] ?? { jobs: 0, live: 0, signed: 0, unsettled: 0 };
    },
    /** What the transfers that were signed since a time and landed have moved and cost. */
    async sumMoved(since: Date): Promise<{ lamports: bigint; feeLamports: bigint; transfers: number }> {
      const { rows } = await sql<{ lamports: string; fees: string; transfers: number }>`
        select coalesce(sum(lamports), 0)::text as lamports, coalesce(sum(fee_lamports), 0)::text as fees,
               count(*)::int as transfers
        from sweeps where state = 'landed' and created_at >= ${since}`.execute(db);
      const sums = rows[0] ?? { lamports: '0', fees: '0', transfers: 0 };
      return {
        lamports: BigInt(sums.lamports),
        feeLamports: BigInt(sums.fees),
        transfers: sums.transfers,
      };
    },
    /** The transfers that have been on their way for longest, without those that are about to be looked at. */
    async listLive(limit: number): Promise<LiveTransfer[]> {
      const { rows } = await sql<{ donation_id: string; signature: string; is_due: boolean }>`
        select s.donation_id, s.signature, j.next_attempt_at <= now() as is_due
        from sweeps s join sweep_jobs j using (donation_id)
        where s.state = 'live' and j.next_attempt_at > ${first} and (j.lease_until is null or j.lease_until < now())
        order by s.created_at limit ${limit}`.execute(db);
      return rows.map((row) => ({
        donationId: row.donation_id,
        signature: row.signature,
        isDue: row.is_due,
      }));
    },
    /** Has these donations looked at before all others: what is on its way must not wait for what is not signed yet. */
    async prefer(donationIds: readonly string[]): Promise<void> {
      if (donationIds.length === 0) return;
      await sql`
        update sweep_jobs set next_attempt_at = ${first}
        where donation_id = any (${donationIds}) and (lease_until is null or lease_until < now())`.execute(
        db,
      );
    },
    /** Has these looked at later: their transfers have been seen and need not be sent again for now. */
    async putOff(donationIds: readonly string[], ms: number): Promise<void> {
      if (donationIds.length === 0) return;
      await sql`
        update sweep_jobs set next_attempt_at = now() + ${ms} * interval '1 ms'
        where donation_id = any (${donationIds}) and (lease_until is null or lease_until < now())`.execute(
        db,
      );
    },
    /** Has all money that waits looked at again now. */
    async retryAll(): Promise<void> {
      await sql`update sweep_jobs set next_attempt_at = now()`.execute(db);
    },
    /** Takes every job away from whoever had it; only while nobody else uses the database. */
    async freeAll(): Promise<void> {
      await sql`update sweep_jobs set lease_until = null, fence = fence + 1, next_attempt_at = now()`.execute(
        db,
      );
    },
  };
}

/** See `createRecoveryStore`. */
export type RecoveryStore = ReturnType<typeof createRecoveryStore>;
