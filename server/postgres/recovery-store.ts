import { sql } from 'kysely';
import type { KeyPath } from '#server/domain/donation.ts';
import type { Database } from './database.ts';

/** Who an address belongs to, by the books. */
export interface Owner {
  id: string;
  username: string;
  wallet: KeyPath;
  walletAddress: string;
  payoutAddress: string | null;
}

/** A streamer of whom only the chain knows. */
export interface LostOwner {
  username: string;
  passwordHash: string;
  wallet: KeyPath;
  walletAddress: string;
  /** Where the money goes when the wallet of the books cannot be the one that it belonged to. */
  payoutAddress: string | null;
  donationCode: string;
  widgetCode: string;
}

/** How long before its first payment a recovered donation is said to have been made, and for how long it was open. */
const openedMs = 60_000;
const validMs = 600_000;

/** What `brava recover` reads and writes of the books. */
export function createRecoveryStore(db: Database) {
  return {
    async listOwners(): Promise<Owner[]> {
      const rows = await db
        .selectFrom('users')
        .select(['id', 'username', 'key_user', 'key_epoch', 'wallet_address', 'payout_address'])
        .execute();
      return rows.map((row) => ({
        id: row.id,
        username: row.username,
        wallet: { user: row.key_user, epoch: row.key_epoch, index: 0 },
        walletAddress: row.wallet_address,
        payoutAddress: row.payout_address,
      }));
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
    async createOwner(lost: LostOwner): Promise<string> {
      return await db.transaction().execute(async (trx) => {
        const { id } = await trx
          .insertInto('users')
          .values({
            username: lost.username,
            password_hash: lost.passwordHash,
            wallet_address: lost.walletAddress,
            key_user: lost.wallet.user,
            key_epoch: lost.wallet.epoch,
            payout_address: lost.payoutAddress,
            donation_code: lost.donationCode,
            widget_code: lost.widgetCode,
            time_zone: 'UTC',
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await trx.insertInto('key_counters').values({ user_id: id }).execute();
        return id;
      });
    },
    /** A donation of which only the chain knows, watched like any other; null when its address is in the books. */
    async createDonation(found: {
      userId: string;
      path: KeyPath;
      address: string;
      firstPaidAt: Date;
    }): Promise<string | null> {
      const createdAt = new Date(found.firstPaidAt.getTime() - openedMs);
      return await db.transaction().execute(async (trx) => {
        const row = await trx
          .insertInto('donations')
          .values({
            user_id: found.userId,
            donator_name: 'Recovered',
            message: '',
            address: found.address,
            key_user: found.path.user,
            key_epoch: found.path.epoch,
            key_index: found.path.index,
            // What was asked for is lost: whatever came is taken for a payment.
            min_lamports: 1n,
            creator: null,
            created_at: createdAt,
            expires_at: new Date(createdAt.getTime() + validMs),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (row === undefined) return null;
        await trx
          .insertInto('watches')
          .values({ donation_id: row.id, address: found.address, next_read_at: new Date() })
          .execute();
        return row.id;
      });
    },
    /** New addresses stand under this epoch from now on. */
    async setEpoch(keyEpoch: number): Promise<void> {
      await db.updateTable('installation').set({ key_epoch: keyEpoch }).execute();
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
    /** How much is still to be moved, and how many transfers were signed and are on their way. */
    async countUnmoved(): Promise<{ jobs: number; live: number; signed: number }> {
      const { rows } = await sql<{ jobs: number; live: number; signed: number }>`
        select (select count(*)::int from sweep_jobs) as jobs,
               count(*) filter (where state = 'live')::int as live, count(*)::int as signed
        from sweeps`.execute(db);
      return rows[0] ?? { jobs: 0, live: 0, signed: 0 };
    },
    /** What the transfers that landed since a time have moved and cost. */
    async sumLanded(since: Date): Promise<{ lamports: bigint; feeLamports: bigint; transfers: number }> {
      const { rows } = await sql<{ lamports: string; fees: string; transfers: number }>`
        select coalesce(sum(lamports), 0)::text as lamports, coalesce(sum(fee_lamports), 0)::text as fees,
               count(*)::int as transfers
        from sweeps where state = 'landed' and ended_at >= ${since}`.execute(db);
      const sums = rows[0] ?? { lamports: '0', fees: '0', transfers: 0 };
      return {
        lamports: BigInt(sums.lamports),
        feeLamports: BigInt(sums.fees),
        transfers: sums.transfers,
      };
    },
    /** The transfers that have been on their way for longest. */
    async listLive(limit: number): Promise<{ donationId: string; signature: string }[]> {
      return await db
        .selectFrom('sweeps')
        .select(['donation_id as donationId', 'signature'])
        .where('state', '=', 'live')
        .orderBy('created_at')
        .limit(limit)
        .execute();
    },
    /** Has the money of these donations looked at again now. */
    async retry(donationIds: readonly string[]): Promise<void> {
      await sql`update sweep_jobs set next_attempt_at = now() where donation_id = any (${donationIds})`.execute(
        db,
      );
    },
    /** Has all money that waits looked at again now. */
    async retryAll(): Promise<void> {
      await sql`update sweep_jobs set next_attempt_at = now()`.execute(db);
    },
  };
}

/** See `createRecoveryStore`. */
export type RecoveryStore = ReturnType<typeof createRecoveryStore>;
