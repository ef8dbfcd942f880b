import { sql } from 'kysely';
import type { ClaimedPlace, KeySeal, PostQueue, PostResult } from '#server/app/posts/post-ports.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { createLinkQueue } from './post-links.ts';
import { createKeyStore, takePlaces } from './post-keys.ts';
import { giveUpPosts, lockForPosts, noteHasPosts } from './post-rows.ts';
import { readWaiting } from './read-waiting-posts.ts';
import { wakeOversleptPosts } from './wake-overslept-messages.ts';

const keptMs = 30 * 24 * 3_600_000;
const tidyBatch = 500;

/**
 * The queue of posts as rows.
 *
 * The lease is on the place, so that each hears of one thing at a time whatever number of processes there is. What is
 * being sent says so in its row before it is sent: whoever takes the place after its holder died gives it up, for a chat
 * that reads the same twice is worse than one that misses a line.
 */
export function createPostQueue(db: Database, seal: KeySeal): PostQueue {
  return {
    ...createLinkQueue(db, seal),
    ...createKeyStore(db, seal),
    claim: (wish) => claim(db, seal, wish),
    waiting: (place, now) => readWaiting(db, place, now),
    begin: (place, postIds) => db.transaction().execute((trx) => begin(trx, place, postIds)),
    settle: (place, postIds, result, now) => settle(db, place, postIds, result, now),
    async free(place, restUntil) {
      await db
        .updateTable('post_places')
        .set({ lease_until: null, rest_until: restUntil })
        .where('id', '=', place.id)
        .where('fence', '=', place.fence)
        .execute();
    },
    end: (place, why, now) =>
      db.transaction().execute(async (trx) => {
        const { id, userId, kind } = place;
        await lockForPosts(trx, userId);
        const ended = await trx
          .updateTable('post_places')
          .set({ sealed_key: null, connected_at: null, ended_why: why, is_on: false, lease_until: null })
          .where('id', '=', id)
          .where('fence', '=', place.fence)
          .where('key_generation', '=', place.keyGeneration)
          .executeTakeFirstOrThrow();
        if (ended.numUpdatedRows === 0n) return;
        await trx.updateTable('posts').set({ sending_since: null }).where('place_id', '=', id).execute();
        await giveUpPosts(trx, id, 'disconnected', now);
        await noteHasPosts(trx, userId);
        await writeAudit(trx, { userId, action: 'posts_ended', detail: { place: kind, why } });
      }),
    wakeOverslept: (now) => wakeOversleptPosts(db, now),
    tidy: (now) => tidy(db, now),
  };
}

/** What waits for approval is due all the time, and no reason to take a place. */
async function claim(
  db: Database,
  seal: KeySeal,
  { now, leaseMs, most }: Parameters<PostQueue['claim']>[0],
): Promise<ClaimedPlace[]> {
  return await db.transaction().execute(async (trx) => {
    const free = sql`
      with recursive waiting as (
        (select place_id from posts where next_at is not null order by place_id limit 1)
        union all
        select (select place_id from posts
          where next_at is not null and place_id > before.place_id order by place_id limit 1)
        from waiting before where before.place_id is not null
      )
      select p.id from waiting join post_places p on p.id = waiting.place_id
      where p.sealed_key is not null and (p.lease_until is null or p.lease_until <= ${now})
        and (p.rest_until is null or p.rest_until <= ${now})
        and exists (
          select from posts o where o.place_id = p.id and o.next_at <= ${now} and not exists (
            select from alerts a
            where a.donation_id = o.donation_id and a.kind = 'payment' and a.state = 'held'))
      limit ${most} for no key update of p skip locked`;
    const places = await takePlaces(trx, seal, { free, now, leaseMs });
    if (places.length > 0)
      await sql`
        update posts set next_at = null, sending_since = null, given_up_at = ${now}, error = 'unsure'
        where place_id = any(${places.map(({ id }) => id)}::uuid[]) and sending_since is not null
          and next_at is not null`.execute(trx);
    return places;
  });
}

async function begin(trx: Trx, place: ClaimedPlace, postIds: readonly string[]): Promise<string[]> {
  const held = await trx
    .selectFrom('post_places')
    .select('fence')
    .where('id', '=', place.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (held?.fence !== place.fence) return [];
  const { rows } = await sql<{ id: string }>`
    update posts set sending_since = now(), attempts = attempts + 1
    where id = any(${postIds}::uuid[]) and next_at is not null returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** That something was sent is believed of whoever says so; everything else only while nobody else has judged it. */
async function settle(
  db: Database,
  place: ClaimedPlace,
  postIds: readonly string[],
  result: PostResult,
  now: Date,
): Promise<void> {
  if (postIds.length === 0) return;
  const posts = db
    .updateTable('posts')
    .where('place_id', '=', place.id)
    .where(sql<boolean>`id = any(${postIds}::uuid[])`);
  const over = { next_at: null, sending_since: null };
  if (result.is === 'sent')
    await posts.set({ ...over, sent_at: now, given_up_at: null, error: null, said: null }).execute();
  else if (result.is === 'later')
    await posts
      .set({ next_at: result.nextAt, sending_since: null, error: result.error })
      .where('next_at', 'is not', null)
      .execute();
  else
    await posts
      .set({ ...over, given_up_at: now, error: result.error, said: result.said?.slice(0, 200) ?? null })
      .where('next_at', 'is not', null)
      .execute();
}

async function tidy(db: Database, now: Date): Promise<boolean> {
  const old = new Date(now.getTime() - keptMs);
  const { numAffectedRows = 0n } = await sql`
    delete from posts where id in (
      select id from posts where created_at < ${old} order by created_at limit ${tidyBatch})`.execute(db);
  // A payment that was being recorded while its place was cut off has left them.
  await sql`
    update posts o set next_at = null, given_up_at = ${now}, error = 'disconnected', sending_since = null
    where next_at is not null and exists (
      select from post_places where id = o.place_id and sealed_key is null)`.execute(db);
  return numAffectedRows >= BigInt(tidyBatch);
}
