import { sql } from 'kysely';
import type { Clock, SessionStore } from '#server/app/ports.ts';
import { Problem } from '#contract/problem.ts';
import { rooms } from '#server/app/rooms.ts';
import type { Database, Trx } from './database.ts';
import { emit } from './outbox.ts';

const lifetimeMs = 30 * 24 * 3_600_000;

/** Sessions in PostgreSQL. They end 30 days after they began. */
export function createSessionStore(db: Database, clock: Clock): SessionStore {
  return {
    create: (tokenHash, userId) => insertSession(db, { tokenHash, userId, now: clock.now() }),
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
        await tellEnded(trx, tokenHash);
      });
    },
  };
}

/** Begins a session, also within a transaction. */
export async function insertSession(
  db: Database | Trx,
  { tokenHash, userId, now }: { tokenHash: Uint8Array; userId: string; now: Date },
): Promise<void> {
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
}

/** Deletes the sessions that are past their end: nobody can use them any more. */
export async function deleteEndedSessions(db: Database): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(db);
}

/** Ends every session of an account, and with them every socket that came in by one; tells how many there were. */
export async function endSessionsOf(trx: Trx, userId: string): Promise<number> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .returning('token_hash')
    .execute();
  for (const { token_hash } of ended) await tellEnded(trx, token_hash);
  return ended.length;
}

async function tellEnded(trx: Trx, tokenHash: Uint8Array): Promise<void> {
  const { message, code } = new Problem('unauthorized');
  await emit(trx, { room: rooms.session(tokenHash), name: 'error', body: { message, code } });
}
