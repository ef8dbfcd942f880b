import { sql } from 'kysely';
import type { BlankAccount } from '#server/app/own-account-ports.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import { beginDeletion } from './begin-deletion.ts';
import { letClipGo } from '#server/postgres/donations/claim-clips.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { removeTexts } from '#server/postgres/donations/remove-texts.ts';

/** Until what is on temporary addresses has been passed on. */
const moneyEveryMs = 60_000;
/** What cannot be moved does not hold the deletion up for longer: it is moved later, as soon as it can be. */
const moneyPatienceMs = 7 * 24 * 3_600_000;
const batch = 500;

/** With what a step is taken. */
interface Stepping {
  blank: BlankAccount;
  now: Date;
}

interface DeletionRow {
  userId: string;
  dueAt: Date;
  begunAt: Date | null;
  textsRemovedAt: Date | null;
  afterAt: string;
  afterId: string | null;
}

/**
 * Takes one step of one deletion that is due, in the caller's transaction; its row is locked meanwhile and passed over by
 * others. False when none is due.
 *
 * | so far | step |
 * |---|---|
 * | waiting, money on temporary addresses | look again in a minute, for seven days at most |
 * | waiting | the way in is closed, name and secrets go, waiting alerts are settled |
 * | begun | texts of the next 200 donations go, and the donations are never to be shown |
 * | texts are gone | 500 rows of logs and messages go, and 500 names of who decided about alerts; when none are left, settings go and it is finished |
 */
export async function stepDeletion(trx: Trx, { blank, now }: Stepping): Promise<boolean> {
  const due = await claimDue(trx, now);
  if (due === undefined) return false;
  const { userId } = due;
  if (due.begunAt === null) {
    const isPatient = now.getTime() < due.dueAt.getTime() + moneyPatienceMs;
    if (isPatient && (await isMoneyAbout(trx, userId)))
      await change(trx, userId, { next_at: new Date(now.getTime() + moneyEveryMs) });
    else {
      await beginDeletion(trx, userId, { blank, now });
      await change(trx, userId, { begun_at: now });
    }
  } else if (due.textsRemovedAt === null) await emptyDonations(trx, due, now);
  else if (!(await removeRows(trx, userId))) await finish(trx, userId, now);
  return true;
}

async function claimDue(trx: Trx, now: Date): Promise<DeletionRow | undefined> {
  const { rows } = await sql<DeletionRow>`
    select user_id as "userId", due_at as "dueAt", begun_at as "begunAt",
      texts_removed_at as "textsRemovedAt", after_at::text as "afterAt", after_id as "afterId"
    from account_deletions where finished_at is null and next_at <= ${now}
    order by next_at limit 1 for update skip locked`.execute(trx);
  return rows[0];
}

/** A job of passing money on comes only when the payment is final: until then the donation itself tells of it. */
async function isMoneyAbout(trx: Trx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sweep_jobs join donations d on d.id = donation_id where d.user_id = ${userId}
    union all
    select from token_sweep_jobs join donations d on d.id = donation_id where d.user_id = ${userId}
    union all
    select from donations where user_id = ${userId} and failed_at is null
      and (paid_at is null and expired_at is null
        or case when token_mint is null then received_lamports else received_units end > 0 and swept_at is null)
    union all
    select from withdrawals where user_id = ${userId} and ended_at is null
    limit 1`.execute(trx);
  return rows.length > 0;
}

async function emptyDonations(trx: Trx, { userId, ...upTo }: DeletionRow, now: Date): Promise<void> {
  const done = await removeTexts(trx, { userId, before: null, now, ...upTo });
  await sql`
    update donations set blocked_at = ${now}
    where user_id = ${userId} and blocked_at is null and created_at >= ${upTo.afterAt}::timestamptz
      and created_at <= ${done.upTo.afterAt}::timestamptz`.execute(trx);
  await sql`
    update account_deletions set after_at = ${done.upTo.afterAt}::timestamptz, after_id = ${done.upTo.afterId},
      texts_removed_at = ${done.isMore ? null : now}
    where user_id = ${userId}`.execute(trx);
}

/** True when there may be more. What the log says of money, and of finding books and chain apart, stays. */
async function removeRows(trx: Trx, userId: string): Promise<boolean> {
  const results = [
    await sql`delete from webhook_deliveries where id in (
      select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where w.user_id = ${userId} limit ${batch})`.execute(trx),
    await sql`delete from posts where id in (
      select o.id from posts o join post_places p on p.id = o.place_id
      where p.user_id = ${userId} limit ${batch})`.execute(trx),
    await sql`delete from desk_log where id in (
      select id from desk_log where user_id = ${userId} limit ${batch})`.execute(trx),
    await sql`delete from streams where id in (
      select id from streams where user_id = ${userId} limit ${batch})`.execute(trx),
    await sql`update alerts set asked_by = null, approved_by = null, settled_by = null where id in (
      select id from alerts
      where user_id = ${userId} and num_nonnulls(asked_by, approved_by, settled_by) > 0 limit ${batch})`.execute(
      trx,
    ),
    await sql`update audit set detail = '{}' where id in (
      select id from audit where user_id = ${userId} and detail <> '{}'
        and action not in ('change_payout', 'ledger_differs', 'ledger_agrees') limit ${batch})`.execute(trx),
  ];
  return results.some(({ numAffectedRows = 0n }) => numAffectedRows === BigInt(batch));
}

async function finish(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx.deleteFrom('alert_rules').where('user_id', '=', userId).execute();
  await trx.deleteFrom('streamer_tokens').where('user_id', '=', userId).execute();
  await trx.deleteFrom('speech_settings').where('user_id', '=', userId).execute();
  await trx.deleteFrom('speeches').where('user_id', '=', userId).execute();
  const sounds = await trx
    .deleteFrom('alert_sounds')
    .where('user_id', '=', userId)
    .returning('clip_name')
    .execute();
  for (const { clip_name } of sounds) await letClipGo(trx, clip_name, now);
  await trx.deleteFrom('post_places').where('user_id', '=', userId).execute();
  await trx.deleteFrom('blocks').where('user_id', '=', userId).execute();
  await trx.deleteFrom('alert_settings').where('user_id', '=', userId).execute();
  await trx.deleteFrom('widget_settings').where('user_id', '=', userId).execute();
  await trx.deleteFrom('access_tokens').where('user_id', '=', userId).execute();
  await trx.deleteFrom('text_retention').where('user_id', '=', userId).execute();
  await change(trx, userId, { finished_at: now });
  await writeAudit(trx, { userId, action: 'account_deleted' });
}

async function change(
  trx: Trx,
  userId: string,
  columns: { next_at: Date } | { begun_at: Date } | { finished_at: Date },
): Promise<void> {
  await trx.updateTable('account_deletions').set(columns).where('user_id', '=', userId).execute();
}
