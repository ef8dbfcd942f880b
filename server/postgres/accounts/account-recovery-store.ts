import type { AccountRecoveryStore } from '#server/app/recovery-ports.ts';
import type { Clock } from '#server/app/ports.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { endSessionsOf, insertSession } from './session-store.ts';

/** Ways back into accounts, in PostgreSQL. */
export function createAccountRecoveryStore(db: Database, clock: Clock): AccountRecoveryStore {
  return {
    async codeSince(userId) {
      const row = await db
        .selectFrom('account_recovery')
        .select('created_at')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.created_at ?? null;
    },
    async holdsCode(userId, codeHash) {
      const row = await db
        .selectFrom('account_recovery')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('code_hash', '=', codeHash)
        .executeTakeFirst();
      return row !== undefined;
    },
    async replaceCode(userId, codeHash) {
      await db.transaction().execute(async (trx) => {
        await setRecoveryCode(trx, { userId, codeHash, now: clock.now() });
        await writeAudit(trx, { userId, action: 'replace_account_recovery_code' });
      });
    },
    async recover({ userId, was, becomes, spends, nextCode, session }) {
      return await db.transaction().execute(async (trx) => {
        // The row of the account makes those that come at once wait for each other: the second finds another password.
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({ password_hash: becomes })
          .where('id', '=', userId)
          .where('password_hash', '=', was)
          .$if(spends !== null, (update) =>
            update.where((eb) =>
              eb.exists(
                eb
                  .selectFrom('account_recovery')
                  .select('user_id')
                  .where('user_id', '=', userId)
                  .where('code_hash', '=', spends),
              ),
            ),
          )
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        const now = clock.now();
        await setRecoveryCode(trx, { userId, codeHash: nextCode, now });
        await endSessionsOf(trx, userId, now);
        await insertSession(trx, { ...session, userId, now });
        const detail = { by: spends === null ? 'wallet' : 'recovery code' };
        await writeAudit(trx, { userId, action: 'account_recovered', detail });
        return true;
      });
    },
  };
}

/** Gives an account its recovery code, instead of the one that it may have. */
export async function setRecoveryCode(
  trx: Trx,
  { userId, codeHash, now }: { userId: string; codeHash: Uint8Array; now: Date },
): Promise<void> {
  const row = { code_hash: codeHash, created_at: now };
  await trx
    .insertInto('account_recovery')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}
