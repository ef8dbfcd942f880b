import { sql } from 'kysely';
import { checkEveryMs } from '#server/app/posts/check-places.ts';
import { longestPostPauseMs } from '#server/domain/posts/judge-post.ts';
import { longestAskedRestMs } from '#server/domain/webhooks/retry.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { isOverslept } from '#server/postgres/money/wake-overslept.ts';

/** No webhook and no place is held for longer at a time. */
const longestLeaseMs = 60_000;

/** Those for which anything waits, as a table `waiting`: it steps from one to the next through the index of what does. */
export const waitingWebhooks = sql`waiting as (
  (select webhook_id from webhook_deliveries where next_at is not null order by webhook_id limit 1)
  union all
  select (select webhook_id from webhook_deliveries
    where next_at is not null and webhook_id > before.webhook_id order by webhook_id limit 1)
  from waiting before where before.webhook_id is not null
)`;

/**
 * Makes deliveries due that would wait longer than their last attempt put them off, and frees webhooks that are held or let
 * alone for longer than any is: a clock was set back, or is ahead elsewhere.
 */
export async function wakeOversleptWebhooks(db: Database, now: Date): Promise<void> {
  const putOffMs = sql`greatest(extract(epoch from d.next_at - coalesce(d.last_at, d.created_at)) * 1000, 0)`;
  await sql`
    with recursive ${waitingWebhooks} update webhook_deliveries set next_at = ${now} where id = any (array(
      select d.id from waiting join webhook_deliveries d on d.webhook_id = waiting.webhook_id
      where ${isOverslept('d.next_at', now, putOffMs)} for update of d skip locked))`.execute(db);
  await freeOverslept(db, 'webhooks', now, longestAskedRestMs);
}

/** The same of posts and their places, of keys that are to be checked and of codes that are waited for. */
export async function wakeOversleptPosts(db: Database, now: Date): Promise<void> {
  const putOffMs = sql`case when attempts = 0 then 0 else ${longestPostPauseMs}::int end`;
  await sql`
    update posts set next_at = ${now} where id = any (array(
      select id from posts where next_at is not null and ${isOverslept('next_at', now, putOffMs)}
      for update skip locked))`.execute(db);
  await freeOverslept(db, 'post_places', now, longestPostPauseMs);
  await sql`
    update post_places set check_at = ${now}
    where sealed_key is not null and ${isOverslept('check_at', now, checkEveryMs)}`.execute(db);
  await sql`
    update post_links set next_at = ${now}
    where ${isOverslept('next_at', now, sql`greatest(every_ms, ${longestLeaseMs}::int)`)}`.execute(db);
}

/** What is held goes on for as long as a holder who lives may need. */
async function freeOverslept(
  db: Database,
  table: 'webhooks' | 'post_places',
  now: Date,
  longestRestMs: number,
): Promise<void> {
  const isHeld = isOverslept('lease_until', now, longestLeaseMs);
  const rests = isOverslept('rest_until', now, longestRestMs);
  const leaseEnd = new Date(now.getTime() + longestLeaseMs);
  await sql`
    update ${sql.table(table)} set
      lease_until = case when ${isHeld} then ${leaseEnd} else lease_until end,
      rest_until = case when ${rests} then ${now} else rest_until end
    where id = any (array(
      select id from ${sql.table(table)} where ${isHeld} or ${rests} for no key update skip locked))`.execute(
    db,
  );
}
