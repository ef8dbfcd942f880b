import { type Selectable, sql } from 'kysely';
import { DatabaseError } from 'pg';
import { Problem } from '#contract/problem.ts';
import { resolveCustomization } from '#contract/style.ts';
import type { Streamer, StreamerChange, StreamerStore } from '#server/app/account-ports.ts';
import type { Clock } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { batchCalls } from '#server/postgres/connection/batch-calls.ts';
import { assertEpochOfBooks, epochOfBooks } from '#server/postgres/operator/installation.ts';
import { setRecoveryCode } from './account-recovery-store.ts';
import { emit, tellPages } from '#server/postgres/connection/outbox.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';
import { insertSession } from './session-store.ts';
import { tellEnded } from './tell-ended.ts';

/** What an account is made of; named one by one, so that the statements can be prepared (`frequent-statements.ts`). */
export const userColumns = [
  'users.id',
  'users.username',
  'users.password_hash',
  'users.wallet_address',
  'users.key_user',
  'users.key_epoch',
  'users.donation_code',
  'users.widget_code',
  'users.widget_code_used_at',
  'users.min_lamports',
  'users.preset_lamports',
  'users.card_color',
  'users.card_gradient',
  'users.time_zone',
  'users.payout_address',
  'users.accepting_donations',
  'users.channels',
  'users.suspended_at',
  'users.operator_since',
  'users.deletes_at',
  'users.deleted_at',
] as const;
type NameOf<Column> = Column extends `users.${infer Name}` ? Name : never;
type UserRow = Pick<Selectable<Schema['users']>, NameOf<(typeof userColumns)[number]>>;

const uniqueViolation = '23505';
const invalidParameter = '22023';

/** Accounts in PostgreSQL. */
export function createStreamerStore(db: Database, clock: Clock): StreamerStore {
  const findByLowerName = batchCalls((names: readonly string[]) => findByLowerNames(db, names));
  return {
    async nextKeyUser() {
      const { rows } = await sql<{ next: bigint }>`select nextval('key_users') as next`.execute(db);
      return Number(rows[0]?.next);
    },
    async create(streamer, beginning) {
      const timeZone = (await isTimeZone(db, streamer.timeZone)) ? streamer.timeZone : 'UTC';
      return await db.transaction().execute(async (trx) => {
        const row = await trx
          .insertInto('users')
          .values({
            username: streamer.username,
            password_hash: streamer.passwordHash,
            wallet_address: streamer.walletAddress,
            key_user: streamer.keyPath.user,
            key_epoch: streamer.keyPath.epoch,
            donation_code: streamer.donationCode,
            widget_code: streamer.widgetCode,
            time_zone: timeZone,
          })
          .returningAll()
          .returning(epochOfBooks.as('books_epoch'))
          .executeTakeFirstOrThrow()
          .catch(asUsernameTaken);
        assertEpochOfBooks(streamer.keyPath.epoch, row.books_epoch);
        await trx.insertInto('key_counters').values({ user_id: row.id }).execute();
        if (beginning !== undefined) {
          const { session, recoveryCodeHash, nameHash } = beginning;
          await refuseRetired(trx, nameHash, clock.now());
          await writeAudit(trx, { userId: row.id, action: 'register' });
          await setRecoveryCode(trx, { userId: row.id, codeHash: recoveryCodeHash, now: clock.now() });
          await insertSession(trx, { ...session, userId: row.id, now: clock.now() });
        }
        return toStreamer(row);
      });
    },
    async find(id) {
      const row = await db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toStreamer(row);
    },
    findByUsername: (username) => findByLowerName(username.toLowerCase()),
    async findByCode(code) {
      const row = await db
        .selectFrom('users')
        .select(userColumns)
        .where((eb) => eb.or([eb('donation_code', '=', code), eb('widget_code', '=', code)]))
        .where('deletes_at', 'is', null)
        .executeTakeFirst();
      if (row === undefined) return null;
      return { streamer: toStreamer(row), isWidgetCode: row.widget_code === code };
    },
    async markWidgetCodeUsed(id) {
      await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({ widget_code_used_at: clock.now() })
          .where('id', '=', id)
          .where('widget_code_used_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return;
        await tellEnded(trx, [rooms.publicOverlay(id)], 'invalid_link_code');
      });
    },
    async change(id, change) {
      if (change.timeZone !== undefined && !(await isTimeZone(db, change.timeZone))) {
        throw new Problem('invalid_request', 'This time zone is not known.');
      }
      return await db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('users')
          .set(toColumns(change))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await tellPages(trx, id);
        if (change.cardColor !== undefined || change.cardGradient !== undefined) {
          await emit(trx, {
            room: rooms.overlay(id),
            name: 'settings_updated',
            body: resolveCustomization(row.card_color, row.card_gradient),
          });
        }
        return toStreamer(row);
      });
    },
  };
}

/** A crowd that signs in at once would otherwise keep every connection, and so both processors, busy with this alone. */
async function findByLowerNames(db: Database, names: readonly string[]): Promise<(Streamer | null)[]> {
  const rows = await db
    .selectFrom('users')
    .select(userColumns)
    .select(sql<string>`lower(username)`.as('name'))
    .where(sql<boolean>`lower(username) = any(${names}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  const found = new Map(rows.map((row) => [row.name, toStreamer(row)]));
  return names.map((name) => found.get(name) ?? null);
}

/** Whether the database reckons with this time zone too: it does not know every name that browsers know. */
async function isTimeZone(db: Database, name: string): Promise<boolean> {
  try {
    await sql`select now() at time zone ${name}::text`.execute(db);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === invalidParameter) return false;
    throw error;
  }
}

/** After the insert, which waits for whoever gives the name up at this moment. */
async function refuseRetired(trx: Trx, nameHash: Uint8Array, now: Date): Promise<void> {
  const row = await trx
    .selectFrom('retired_names')
    .select('free_at')
    .where('name_hash', '=', nameHash)
    .where('free_at', '>', now)
    .executeTakeFirst();
  if (row !== undefined) throw new Problem('username_taken');
}

function asUsernameTaken(error: unknown): never {
  const isTaken =
    error instanceof DatabaseError && error.code === uniqueViolation && error.constraint === 'users_username';
  throw isTaken ? new Problem('username_taken') : error;
}

function toColumns(change: StreamerChange) {
  return {
    ...(change.minLamports !== undefined && { min_lamports: change.minLamports }),
    ...(change.presetLamports !== undefined && { preset_lamports: [...change.presetLamports] }),
    ...(change.cardColor !== undefined && { card_color: change.cardColor }),
    ...(change.cardGradient !== undefined && { card_gradient: change.cardGradient }),
    ...(change.timeZone !== undefined && { time_zone: change.timeZone }),
    ...(change.payoutAddress !== undefined && { payout_address: change.payoutAddress }),
    ...(change.acceptingDonations !== undefined && {
      // An account that is about to be deleted takes none, whatever was asked for a moment ago.
      accepting_donations: change.acceptingDonations ? sql<boolean>`deletes_at is null` : false,
    }),
    ...(change.channels !== undefined && { channels: [...change.channels] }),
    // An update that changes nothing would be no SQL at all.
    username: sql<string>`username`,
  };
}

/** An account from its row. */
export function toStreamer(row: UserRow): Streamer {
  return {
    id: row.id,
    username: row.username,
    passwordHash: row.password_hash,
    walletAddress: row.wallet_address,
    keyPath: { user: row.key_user, epoch: row.key_epoch, index: 0 },
    donationCode: row.donation_code,
    widgetCode: row.widget_code,
    widgetCodeUsedAt: row.widget_code_used_at,
    minLamports: row.min_lamports,
    presetLamports: row.preset_lamports.map(BigInt),
    cardColor: row.card_color,
    cardGradient: row.card_gradient,
    timeZone: row.time_zone,
    payoutAddress: row.payout_address,
    acceptingDonations: row.accepting_donations,
    channels: row.channels,
    suspendedAt: row.suspended_at,
    operatorSince: row.operator_since,
    deletesAt: row.deletes_at,
    deletedAt: row.deleted_at,
  };
}
