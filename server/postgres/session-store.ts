import type { Clock, SessionStore } from '#server/app/ports.ts';
import { Problem } from '#contract/problem.ts';
import { rooms } from '#server/app/rooms.ts';
import type { Database } from './database.ts';
import { emit } from './outbox.ts';

const lifetimeMs = 30 * 24 * 3_600_000;

/** Sessions in PostgreSQL. They end 30 days after they began. */
export function createSessionStore(db: Database, clock: Clock): SessionStore {
  return {
    async create(tokenHash, userId) {
      const now = clock.now();
      await db
        .insertInto('sessions')
        .values({
          token_hash: tokenHash,
          user_id: userId,
          created_at: now,
          seen_at: now,
          expires_at: new Date(now.getTime() + lifetimeMs),
          password_typed_at: now,
        })
        .execute();
    },
    async find(tokenHash) {
      const row = await db
        .selectFrom('sessions')
        .select(['user_id as userId', 'password_typed_at as passwordTypedAt'])
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      return row ?? null;
    },
    async confirmPassword(tokenHash) {
      const now = clock.now();
      await db
        .updateTable('sessions')
        .set({ password_typed_at: now })
        .where('token_hash', '=', tokenHash)
        .execute();
      return now;
    },
    async revoke(tokenHash) {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
        const { message, code } = new Problem('unauthorized');
        await emit(trx, { room: rooms.session(tokenHash), name: 'error', body: { message, code } });
      });
    },
  };
}
