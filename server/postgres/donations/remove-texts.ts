import { type RawBuilder, sql } from 'kysely';
import { removedName } from '#contract/removed-name.ts';
import { webhookEvents } from '#contract/webhooks.ts';
import { removedWords } from '#server/domain/removed-texts.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import { lockRows } from './lock-donations.ts';
import { forgetDonorPages } from './tell-donor.ts';

/** A batch is a transaction: some milliseconds, so that nobody who records a payment waits for it noticeably. */
const batch = 200;

/** How far the removing has come, oldest donation first. Times in the database's own words: they are exact. */
export interface RemovedUpTo {
  afterAt: string;
  afterId: string | null;
}

/** Which donations' texts go. */
interface Removing extends RemovedUpTo {
  userId: string;
  /** Of donations created before; null: of all. */
  before: Date | null;
  now: Date;
}

/** Of a row of `donations`: whether the removing of that streamer's has yet to come to it. */
export function isYetToGo({
  userId,
  afterAt,
  afterId,
  before,
}: Record<keyof RemovedUpTo | 'userId' | 'before', RawBuilder<unknown>>): RawBuilder<boolean> {
  return sql`(user_id = ${userId} and created_at >= ${afterAt}
    and (created_at > ${afterAt} or id < ${afterId}) and created_at < ${before})`;
}

/**
 * Removes names and messages of the next donations of a streamer, the words that a filter found in them, which wallets
 * paid, by what a donation was blocked, and the messages to programs that told of it, once they are through. Facts and
 * money stay. Tells how far it came, and whether there may be more. Repeating it changes nothing.
 */
export async function removeTexts(
  trx: Trx,
  { userId, before, now, ...upTo }: Removing,
): Promise<{ upTo: RemovedUpTo; isMore: boolean }> {
  const { rows } = await sql<{ id: string; at: string }>`
    select id, created_at::text as at from donations
    where ${isYetToGo({
      userId: sql`${userId}::uuid`,
      afterAt: sql`${upTo.afterAt}::timestamptz`,
      afterId: sql`${upTo.afterId}::uuid`,
      before: sql`coalesce(${before}::timestamptz, 'infinity')`,
    })}
    order by created_at, id desc limit ${batch}`.execute(trx);
  const ids = rows.map(({ id }) => id);
  const last = rows.at(-1);
  if (last === undefined) return { upTo, isMore: false };
  await lockRows(trx, ids);
  await sql`
    update alerts set found_words = ${removedWords}::text[]
    where donation_id = any(${ids}::uuid[]) and found_words <> '{}'`.execute(trx);
  await sql`
    update chain_entries set payers = '{}'
    where payers <> '{}' and address in (select address from donations where id = any(${ids}::uuid[]))`.execute(
    trx,
  );
  await sql`
    update token_entries set payers = '{}'
    where payers <> '{}' and donation_id = any(${ids}::uuid[])`.execute(trx);
  await sql`
    delete from webhook_deliveries
    where donation_id = any(${ids}::uuid[]) and event = any(${[...webhookEvents]}::text[]) and next_at is null
      and webhook_id in (select id from webhooks where user_id = ${userId})`.execute(trx);
  const { rows: removed } = await sql<{ id: string }>`
    update donations set donator_name = ${removedName}, message = '', texts_removed_at = ${now},
      block_value = case when block_value is not null then '…' end
    where id = any(${ids}::uuid[]) and texts_removed_at is null returning id`.execute(trx);
  await forgetDonorPages(
    trx,
    removed.map(({ id }) => id),
  );
  return { upTo: { afterAt: last.at, afterId: last.id }, isMore: rows.length === batch };
}
