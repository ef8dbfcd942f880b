import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { NewSession, SessionStore } from '#server/app/account-ports.ts';
import { isUuid } from '#server/app/is-uuid.ts';
import type { Clock } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';
import { auditInsert, writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { deleteInParts } from '#server/postgres/connection/delete-in-parts.ts';
import { runTogether, sendAhead } from '#server/postgres/connection/run-together.ts';
import { tellEnded } from './tell-ended.ts';

const dayMs = 24 * 3_600_000;

/** A session that nobody uses ends after this long. */
export const idleEndMs = 30 * dayMs;
/** A session ends this long after it began, however much it is used. */
export const absoluteEndMs = 90 * dayMs;
/** That a session is used is written down this often at most: not with every request. */
export const seenWrittenEveryMs = 5 * 60_000;

/** An account has this many sessions at most; so many can be listed, and ended by hand. */
const mostSessions = 100;
/** So many that are past their end are deleted in one transaction. */
const deletedAtOnce = 500;
const diskFull = '53100';

/**
 * Sessions in PostgreSQL. They end 30 days after their last use and 90 days after they began; and of more than a hundred
 * of an account, those that were used longest ago end when the next one begins.
 */
export function createSessionStore(db: Database, clock: Clock): SessionStore {
  return {
    async create(session, account) {
      return await db.transaction().execute(async (trx) => {
        // A change of the password either waits for this session and ends it, or is seen here. Of sign-ins that come
        // at once each sees the one before, and counts it.
        const { rows } = await sql`select 1 from users
          where id = ${account.userId} and password_hash = ${account.passwordHash} for no key update`.execute(
          trx,
        );
        if (rows.length === 0) return false;
        const { userId } = account;
        const now = clock.now();
        const [, beyond] = await runTogether(trx, [
          sessionInsert(trx, { ...session, userId, now }),
          deleteWhere(trx, beyondCap(userId, session.tokenHash), now),
        ]);
        await tellSessions(trx, beyond.rows);
        await sendAhead(trx, [auditInsert(trx, { userId, action: 'sign_in' })]);
        return true;
      });
    },
    async find(tokenHash) {
      const now = clock.now();
      const row = await db
        .selectFrom('sessions')
        .select([
          'user_id as userId',
          'password_typed_at as passwordTypedAt',
          'factor_proven_at as factorProvenAt',
          'seen_at as seenAt',
        ])
        .where('token_hash', '=', tokenHash)
        .where(inForce(now))
        .executeTakeFirst();
      if (row === undefined) return null;
      const { seenAt, ...session } = row;
      if (now.getTime() - seenAt.getTime() >= seenWrittenEveryMs) await noteUses(db, [tokenHash], now);
      return session;
    },
    async noteProof(tokenHash, withCode) {
      const now = clock.now();
      await noteProof(db, tokenHash, { passwordAt: now, ...(withCode && { factorAt: now }) });
      return now;
    },
    async revoke(tokenHash) {
      await db.transaction().execute((trx) => endWhere(trx, sql`token_hash = ${tokenHash}`, clock.now()));
    },
    async list({ userId, tokenHash }) {
      const isCurrent = sql<boolean>`token_hash = ${tokenHash}`;
      const endsAt = sql<Date>`least(expires_at, seen_at + ${idleEndMs} * interval '1 millisecond')`.as(
        'endsAt',
      );
      return await db
        .selectFrom('sessions')
        .select(['id', 'device', 'created_at as createdAt', 'seen_at as seenAt'])
        .select([endsAt, isCurrent.as('isCurrent')])
        .where('user_id', '=', userId)
        .where(inForce(clock.now()))
        .orderBy(isCurrent, 'desc')
        .orderBy('seen_at', 'desc')
        .orderBy('id')
        .limit(mostSessions)
        .execute();
    },
    async end(userId, id) {
      await db.transaction().execute(async (trx) => {
        const ended = await endSessionById(trx, { userId, id }, clock.now());
        if (ended > 0) await writeAudit(trx, { userId, action: 'end_session' });
      });
    },
    async endOthers({ userId, tokenHash }) {
      return await db.transaction().execute(async (trx) => {
        const ended = await endWhere(
          trx,
          sql`user_id = ${userId} and token_hash <> ${tokenHash}`,
          clock.now(),
        );
        const detail = { ended: String(ended) };
        if (ended > 0) await writeAudit(trx, { userId, action: 'end_other_sessions', detail });
        return ended;
      });
    },
    async changePassword({ userId, tokenHash }, { was, becomes, withCode }) {
      return await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({ password_hash: becomes })
          .where('id', '=', userId)
          .where('password_hash', '=', was)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return null;
        const now = clock.now();
        await noteProof(trx, tokenHash, { passwordAt: now, ...(withCode && { factorAt: now }) });
        await writeAudit(trx, { userId, action: 'change_password' });
        return await endWhere(trx, sql`user_id = ${userId} and token_hash <> ${tokenHash}`, now);
      });
    },
  };
}

type BegunSession = NewSession & { userId: string; now: Date };

/** Begins a session, also within a transaction. */
export async function insertSession(db: Database | Trx, session: BegunSession): Promise<void> {
  await db.executeQuery(sessionInsert(db, session));
}

function sessionInsert(db: Database | Trx, { tokenHash, device, userId, now }: BegunSession): CompiledQuery {
  return db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + absoluteEndMs),
      password_typed_at: now,
      device,
    })
    .compile();
}

/**
 * Deletes the sessions that are past their end, and cuts off the sockets that came in by one. In parts, each a
 * transaction: everybody's events wait for the longest. What another process is deleting is left to it.
 */
export async function deleteEndedSessions(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const ended = sql`token_hash = any (array(
    select token_hash from sessions where not (${inForce(now)}) limit ${deletedAtOnce} for update skip locked))`;
  const deletePart = async (): Promise<boolean> => {
    const deleted = await db.transaction().execute((trx) => deleteAndTell(trx, ended, now));
    return deleted.length === deletedAtOnce;
  };
  await deleteInParts(deletePart, signal);
}

/** Ends every session of an account, and with them every socket that came in by one; tells how many were in force. */
export async function endSessionsOf(trx: Trx, userId: string, now: Date): Promise<number> {
  return await endWhere(trx, sql`user_id = ${userId}`, now);
}

/** Ends a session of an account by its public id. Whatever else the id names, nothing happens: 0. */
export async function endSessionById(
  trx: Trx,
  { userId, id }: { userId: string; id: string },
  now: Date,
): Promise<number> {
  return isUuid(id) ? await endWhere(trx, sql`user_id = ${userId} and id = ${id}`, now) : 0;
}

/** The sessions that are too many, those used longest ago, and never the one that has just begun. */
function beyondCap(userId: string, begun: Uint8Array): RawBuilder<boolean> {
  return sql<boolean>`token_hash in (
    select token_hash from sessions where user_id = ${userId} and token_hash <> ${begun}
    order by seen_at desc, created_at desc, token_hash offset ${mostSessions - 1})`;
}

/** Sessions that somebody can still use. */
export function inForce(now: Date): RawBuilder<boolean> {
  return sql<boolean>`expires_at > ${now} and seen_at > ${new Date(now.getTime() - idleEndMs)}`;
}

/** Deletes the sessions of a condition and tells their sockets; counts those that somebody could still have used. */
async function endWhere(trx: Trx, condition: RawBuilder<unknown>, now: Date): Promise<number> {
  const ended = await deleteAndTell(trx, condition, now);
  return ended.filter(({ wasInForce }) => wasInForce).length;
}

async function deleteAndTell(
  trx: Trx,
  condition: RawBuilder<unknown>,
  now: Date,
): Promise<readonly EndedSession[]> {
  const { rows } = await trx.executeQuery(deleteWhere(trx, condition, now));
  await tellSessions(trx, rows);
  return rows;
}

interface EndedSession {
  hash: Uint8Array;
  wasInForce: boolean;
}

function deleteWhere(trx: Trx, condition: RawBuilder<unknown>, now: Date): CompiledQuery<EndedSession> {
  return sql<EndedSession>`
    delete from sessions where ${condition}
    returning token_hash as hash, (${inForce(now)}) as "wasInForce"`.compile(trx);
}

async function tellSessions(trx: Trx, ended: readonly EndedSession[]): Promise<void> {
  const toRooms = ended.map(({ hash }) => rooms.session(hash));
  await tellEnded(trx, toRooms, 'unauthorized');
}

/** Notes that sessions are used. Where the disk is full nothing is noted: that keeps nobody from reading. */
export async function noteUses(db: Database, hashes: readonly Uint8Array[], now: Date): Promise<void> {
  const wanted = hashes.map((hash) => Buffer.from(hash).toString('hex'));
  await sql`
    update sessions set seen_at = ${now} where token_hash in (
      select token_hash from sessions
      where seen_at < ${now} and token_hash in (select decode(hex, 'hex') from unnest(${wanted}::text[]) as t (hex))
      order by token_hash for no key update)`
    .execute(db)
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseError && error.code === diskFull)) throw error;
    });
}

/** Notes when password and code were typed in a session, also within a transaction. */
export async function noteProof(
  db: Database | Trx,
  tokenHash: Uint8Array,
  { passwordAt, factorAt }: { passwordAt?: Date; factorAt?: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      ...(passwordAt && { password_typed_at: passwordAt }),
      ...(factorAt && { factor_proven_at: factorAt }),
    })
    .where('token_hash', '=', tokenHash)
    .execute();
}
