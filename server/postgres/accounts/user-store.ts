import { DatabaseError } from 'pg';
import { sql } from 'kysely';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { nameOrWalletHas, recoveredWallet } from './name-or-wallet-has.ts';
import { tellPages } from '#server/postgres/connection/outbox.ts';
import { removeSecondFactor } from './second-factor-store.ts';
import { endSessionsOf } from './session-store.ts';

/** An account as the operator sees it. */
interface UserRow {
  id: string;
  username: string;
  walletAddress: string;
  recoveredWallet: string | null;
  donations: number;
}

const uniqueViolation = '23505';

/** What `brava user` reads and writes: accounts from the operator's side. Every change is in the audit log. */
export function createUserStore(db: Database) {
  return {
    /** Accounts whose name or wallet contains a text, in whatever case; by name. */
    async list(text: string): Promise<UserRow[]> {
      const { rows } = await sql<UserRow>`
        select u.id, u.username, u.wallet_address as "walletAddress", ${recoveredWallet} as "recoveredWallet",
          (select count(*)::int from donations where user_id = u.id) as donations
        from users u where ${nameOrWalletHas(text)} order by lower(u.username)`.execute(db);
      return rows;
    },
    async find(username: string): Promise<{ id: string; username: string } | null> {
      const row = await db
        .selectFrom('users')
        .select(['id', 'username'])
        .where(sql`lower(username)`, '=', username.toLowerCase())
        .executeTakeFirst();
      return row ?? null;
    },
    /**
     * Sets another password, takes the recovery code away and ends every session, all or nothing; returns how many
     * sessions there were. Whoever had the account until now may know the code.
     */
    async resetPassword(userId: string, passwordHash: string): Promise<number> {
      return await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', userId)
          .execute();
        await trx.deleteFrom('account_recovery').where('user_id', '=', userId).execute();
        await writeAudit(trx, { userId, action: 'operator_reset_password' });
        return await endSessionsOf(trx, userId, new Date());
      });
    },
    /** Turns two-step protection off; false when it was not on. Password and sessions stay. */
    async resetSecondFactor(userId: string): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        const wasOn = await removeSecondFactor(trx, userId);
        if (wasOn) await writeAudit(trx, { userId, action: 'operator_reset_second_factor' });
        return wasOn;
      });
    },
    /** False when another account has the name, in whatever case. */
    async rename(userId: string, { from, to }: { from: string; to: string }): Promise<boolean> {
      try {
        await db.transaction().execute(async (trx) => {
          await trx.updateTable('users').set({ username: to }).where('id', '=', userId).execute();
          await tellPages(trx, userId);
          await writeAudit(trx, { userId, action: 'operator_rename', detail: { from, to } });
        });
        return true;
      } catch (error) {
        if (error instanceof DatabaseError && error.code === uniqueViolation) return false;
        throw error;
      }
    },
  };
}
