import { sql } from 'kysely';
import type { Session, Streamer, StreamerStore } from '#server/app/account-ports.ts';
import { isLinkCode } from '#server/app/donations/link-codes.ts';
import type { Clock, Ports } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';
import { batchCalls } from '#server/postgres/connection/batch-calls.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { inForce, noteUses, seenWrittenEveryMs } from './session-store.ts';
import { toStreamer, userColumns } from './streamer-store.ts';
import { tellEnded } from './tell-ended.ts';

type Found = Awaited<ReturnType<StreamerStore['findByCode']>>;

/**
 * What is looked up as a socket announces itself, many sockets by one statement: after a restart everybody comes back at
 * once. Nothing is kept between two statements, so what is read is as fresh as if each had asked for itself.
 */
export function batchSocketReads(
  db: Database,
  clock: Clock,
  ports: Pick<Ports, 'streamers' | 'sessions'>,
): Pick<Ports, 'streamers' | 'sessions'> {
  const find = batchCalls((ids: readonly string[]) => findStreamers(db, ids));
  const findWellFormed = batchCalls((codes: readonly string[]) => findByCodes(db, codes));
  const findByCode = async (code: string) => (isLinkCode(code) ? await findWellFormed(code) : null);
  const markWidgetCodeUsed = batchCalls((ids: readonly string[]) => markCodesUsed(db, ids, clock.now()));
  const findSession = batchCalls((hashes: readonly Uint8Array[]) => findSessions(db, hashes, clock.now()));
  return {
    streamers: { ...ports.streamers, find, findByCode, markWidgetCodeUsed },
    sessions: { ...ports.sessions, find: findSession },
  };
}

async function findStreamers(db: Database, ids: readonly string[]): Promise<(Streamer | null)[]> {
  const rows = await db
    .selectFrom('users')
    .select(userColumns)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toStreamer(row)]));
  return ids.map((id) => byId.get(id) ?? null);
}

async function findByCodes(db: Database, codes: readonly string[]): Promise<Found[]> {
  const rows = await db
    .selectFrom('users')
    .select(userColumns)
    .where(sql<boolean>`(donation_code = any(${codes}::text[]) or widget_code = any(${codes}::text[]))`)
    .where('deletes_at', 'is', null)
    .execute();
  const found = new Map<string, Found>();
  for (const row of rows) {
    const streamer = toStreamer(row);
    found.set(row.donation_code, { streamer, isWidgetCode: false });
    found.set(row.widget_code, { streamer, isWidgetCode: true });
  }
  return codes.map((code) => found.get(code) ?? null);
}

/** Rows are locked in the order of their ids, so that two processes that do this never wait for each other. */
async function markCodesUsed(db: Database, ids: readonly string[], now: Date): Promise<void[]> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      update users set widget_code_used_at = ${now} where id in (
        select id from users where id = any(${ids}::uuid[]) and widget_code_used_at is null
        order by id for no key update)
      returning id`.execute(trx);
    const toRooms = rows.map(({ id }) => rooms.publicOverlay(id));
    await tellEnded(trx, toRooms, 'invalid_link_code');
  });
  return ids.map(() => undefined);
}

async function findSessions(
  db: Database,
  hashes: readonly Uint8Array[],
  now: Date,
): Promise<(Session | null)[]> {
  const wanted = hashes.map(hexOf);
  const { rows } = await sql<Session & { hash: Uint8Array; seenAt: Date }>`
    select token_hash as hash, user_id as "userId", password_typed_at as "passwordTypedAt",
           factor_proven_at as "factorProvenAt", seen_at as "seenAt"
    from sessions
    where token_hash in (select decode(hex, 'hex') from unnest(${wanted}::text[]) as t (hex))
      and ${inForce(now)}`.execute(db);
  const stale = rows.filter(({ seenAt }) => now.getTime() - seenAt.getTime() >= seenWrittenEveryMs);
  if (stale.length > 0) {
    await noteUses(
      db,
      stale.map(({ hash }) => hash),
      now,
    );
  }
  const found = new Map(
    rows.map(({ hash, userId, passwordTypedAt, factorProvenAt }) => [
      hexOf(hash),
      { userId, passwordTypedAt, factorProvenAt },
    ]),
  );
  return wanted.map((hash) => found.get(hash) ?? null);
}

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
