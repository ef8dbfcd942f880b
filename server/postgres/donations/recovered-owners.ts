import { sql } from 'kysely';
import type { OwnedAddress } from '#server/app/sweep-ports.ts';
import type { KeyPath } from '#server/domain/donation.ts';
import type { Database } from '#server/postgres/connection/database.ts';

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

/** Whose the keys of a seed are: the part of the books that a recovery fills before any donation. */
export function createRecoveredOwners(db: Database) {
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
    /** New addresses stand under this epoch from now on; money may still come to those under the one before. */
    async setEpoch(keyEpoch: number): Promise<void> {
      await sql`
        update installation set key_epoch = ${keyEpoch}, past_epochs = array_append(past_epochs, key_epoch)
        where key_epoch <> ${keyEpoch}`.execute(db);
    },
  };
}
