import { sql } from 'kysely';
import type { BlankAccount } from '#server/app/own-account-ports.ts';
import { rooms } from '#server/app/rooms.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { lockRows } from '#server/postgres/donations/lock-donations.ts';
import { tellPages } from '#server/postgres/connection/outbox.ts';
import { removeSecondFactor } from './second-factor-store.ts';
import { endSessionsOf } from './session-store.ts';
import { tellEnded } from './tell-ended.ts';

/** A name is free again after this long. */
const nameRestsMs = 365 * 24 * 3_600_000;
/** Of the form that every hash has, and of no password: nobody finds what gives 32 zeros. */
const noPassword = `$argon2id$v=19$m=64,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
const nowhere = 'https://removed.invalid/';

/**
 * The point of no return of a deletion: nobody can sign in any more, and name, links, secrets and style are gone. What
 * the money needs stays: the key number, the wallet, the payout address.
 */
export async function beginDeletion(
  trx: Trx,
  userId: string,
  { blank, now }: { blank: BlankAccount; now: Date },
): Promise<void> {
  await settleAlerts(trx, userId, now);
  await retireName(trx, userId, { blank, now });
  await trx
    .updateTable('users')
    .set({
      username: blank.username,
      password_hash: noPassword,
      donation_code: blank.donationCode,
      widget_code: blank.widgetCode,
      widget_code_used_at: null,
      min_lamports: sql<bigint>`default`,
      preset_lamports: sql<bigint[]>`default`,
      card_color: sql<string>`default`,
      card_gradient: null,
      time_zone: 'UTC',
      accepting_donations: false,
      channels: sql<string[]>`default`,
      operator_since: null,
      has_posts: false,
      deleted_at: now,
    })
    .where('id', '=', userId)
    .execute();
  await endSessionsOf(trx, userId, now);
  await endTokens(trx, userId, now);
  await removeSecondFactor(trx, userId);
  await trx.deleteFrom('account_recovery').where('user_id', '=', userId).execute();
  // Their rows go later: a payment that is being recorded must never meet a missing one.
  await trx
    .updateTable('webhooks')
    .set({ deleted_at: now, is_active: false, disabled_why: null, url: nowhere })
    .where('user_id', '=', userId)
    .execute();
  await cutOffPosts(trx, userId);
  await tellPages(trx, userId);
  await writeAudit(trx, { userId, action: 'account_deletion_begun' });
}

async function retireName(
  trx: Trx,
  userId: string,
  { blank, now }: { blank: BlankAccount; now: Date },
): Promise<void> {
  const { username } = await trx
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('retired_names').where('free_at', '<=', now).execute();
  const free_at = new Date(now.getTime() + nameRestsMs);
  await trx
    .insertInto('retired_names')
    .values({ name_hash: blank.nameHashOf(username), free_at })
    .onConflict((conflict) => conflict.column('name_hash').doUpdateSet({ free_at }))
    .execute();
}

/** What opens Discord and Twitch goes at once; what was posted goes with the other rows. */
async function cutOffPosts(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('post_places')
    .set({ sealed_key: null, connected_at: null, label: null, ended_why: null, is_on: false })
    .where('user_id', '=', userId)
    .execute();
  await trx.deleteFrom('post_links').where('user_id', '=', userId).execute();
}

/** Sockets that came in by a token end with it; its name goes with its row at the end. */
async function endTokens(trx: Trx, userId: string, now: Date): Promise<void> {
  const rows = await trx
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('token_hash')
    .execute();
  const ended = rows.map((row) => rooms.session(row.token_hash));
  await tellEnded(trx, ended, 'unauthorized');
}

/**
 * What waits for an overlay waits for ever: nobody will open one. Locked in everybody's order: donations, queue, alerts, and
 * only then the account, whose row they all refer to.
 */
async function settleAlerts(trx: Trx, userId: string, now: Date): Promise<void> {
  const waiting = await trx
    .selectFrom('alerts')
    .select('donation_id')
    .where('user_id', '=', userId)
    .where('state', '<>', 'settled')
    .execute();
  await lockRows(
    trx,
    waiting.flatMap(({ donation_id: id }) => id ?? []),
  );
  await sql`update alert_queues set wake_at = null, paused_at = null where user_id = ${userId}`.execute(trx);
  await sql`
    with settled as (
      update alerts set settled_at = ${now}, settled_how = 'dismissed'
      where user_id = ${userId} and state <> 'settled' returning donation_id, kind
    )
    update donations set shown_at = ${now}, settled_how = 'dismissed'
    where id in (select donation_id from settled where kind = 'payment') and shown_at is null`.execute(trx);
}
