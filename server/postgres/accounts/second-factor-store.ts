import { sql } from 'kysely';
import type { Clock } from '#server/app/ports.ts';
import type { SecondFactorStore } from '#server/app/second-factor-ports.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { noteProof } from './session-store.ts';

/** So many wrong codes in a row are free. */
const freeAttempts = 5;
const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;
/** Doubling goes no further than this: the longest wait is reached before. */
const mostDoublings = 10;

/** Second factors in PostgreSQL. Every rule that must hold for calls that come at once is in one statement. */
export function createSecondFactorStore(db: Database, clock: Clock): SecondFactorStore {
  return {
    async find(userId) {
      const { rows } = await sql<{ confirmedAt: Date; recoveryCodesLeft: number }>`
        select confirmed_at as "confirmedAt", (
          select count(*)::int from recovery_codes where user_id = second_factors.user_id and used_at is null
        ) as "recoveryCodesLeft"
        from second_factors where user_id = ${userId} and confirmed_at is not null`.execute(db);
      return rows[0] ?? null;
    },
    async begin(userId) {
      const { rows } = await sql<{ generation: string }>`
        insert into second_factors (user_id) values (${userId})
        on conflict (user_id) do update set generation = excluded.generation
        where second_factors.confirmed_at is null
        returning generation`.execute(db);
      return rows[0]?.generation ?? null;
    },
    async findBegun(userId) {
      const row = await db
        .selectFrom('second_factors')
        .select('generation')
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is', null)
        .executeTakeFirst();
      return row?.generation ?? null;
    },
    async turnOn({ userId, tokenHash }, { generation, step }, codeHashes) {
      return await db.transaction().execute(async (trx) => {
        const now = clock.now();
        const { numUpdatedRows } = await trx
          .updateTable('second_factors')
          .set({ confirmed_at: now, last_step: BigInt(step) })
          .where('user_id', '=', userId)
          .where('generation', '=', generation)
          .where('confirmed_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await insertRecoveryCodes(trx, userId, codeHashes);
        await noteProof(trx, tokenHash, { factorAt: now });
        await writeAudit(trx, { userId, action: 'second_factor_on' });
        return true;
      });
    },
    async countAttempt(userId) {
      const now = clock.now();
      const waitMs = sql`least(${longestWaitMs}::int,
        ${firstWaitMs}::int * (1 << least(failures + 1 - ${freeAttempts}::int, ${mostDoublings}::int)))`;
      const { rows } = await sql<{ generation: string; failures: number }>`
        update second_factors set failures = failures + 1, wait_until = case
          when failures + 1 >= ${freeAttempts}::int then ${now}::timestamptz + ${waitMs} * interval '1 millisecond'
        end
        where user_id = ${userId} and confirmed_at is not null and (wait_until is null or wait_until <= ${now})
        returning generation, failures`.execute(db);
      return rows[0] ?? null;
    },
    async takeStep(userId, { generation, step }) {
      const { numUpdatedRows } = await db
        .updateTable('second_factors')
        .set({ last_step: BigInt(step), failures: 0, wait_until: null })
        .where('user_id', '=', userId)
        .where('generation', '=', generation)
        .where('last_step', '<', BigInt(step))
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async takeRecoveryCode(userId, codeHash) {
      return await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('recovery_codes')
          .set({ used_at: clock.now() })
          .where('user_id', '=', userId)
          .where('code_hash', '=', codeHash)
          .where('used_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await writeAudit(trx, { userId, action: 'recovery_code_used' });
        return true;
      });
    },
    async replaceRecoveryCodes(userId, codeHashes) {
      return await db.transaction().execute(async (trx) => {
        const factor = await trx
          .selectFrom('second_factors')
          .select('user_id')
          .where('user_id', '=', userId)
          .where('confirmed_at', 'is not', null)
          .forUpdate()
          .executeTakeFirst();
        if (factor === undefined) return false;
        await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
        await insertRecoveryCodes(trx, userId, codeHashes);
        await writeAudit(trx, { userId, action: 'replace_recovery_codes' });
        return true;
      });
    },
    async turnOff(userId) {
      await db.transaction().execute(async (trx) => {
        if (await removeSecondFactor(trx, userId))
          await writeAudit(trx, { userId, action: 'second_factor_off' });
      });
    },
  };
}

/**
 * Deletes the second factor of an account with its recovery codes; no session of it counts as proven any more. Tells
 * whether it was on.
 */
export async function removeSecondFactor(trx: Trx, userId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  await trx.updateTable('sessions').set({ factor_proven_at: null }).where('user_id', '=', userId).execute();
  return removed !== undefined && removed.confirmed_at !== null;
}

async function insertRecoveryCodes(
  trx: Trx,
  userId: string,
  codeHashes: readonly Uint8Array[],
): Promise<void> {
  const rows = codeHashes.map((hash) => ({ user_id: userId, code_hash: hash }));
  await trx.insertInto('recovery_codes').values(rows).execute();
}
