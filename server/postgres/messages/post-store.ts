import { sql } from 'kysely';
import { usualTemplate } from '#contract/post-template.ts';
import { type PostKind, postKinds } from '#contract/posts.ts';
import { Problem } from '#contract/problem.ts';
import type { Clock } from '#server/app/ports.ts';
import { checkEveryMs } from '#server/app/posts/check-places.ts';
import type { KeySeal, LinkedPlace, PostStore } from '#server/app/posts/post-ports.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { lockAccount } from '#server/postgres/accounts/lock-account.ts';
import { hint } from '#server/postgres/connection/outbox.ts';
import { giveUpPosts, lockForPosts, noteHasPosts, presentPlace, presentPost } from './post-rows.ts';

const longestLabel = 200;

/** Places for posts in PostgreSQL, as their streamer manages them. */
export function createPostStore(db: Database, clock: Clock, seal: KeySeal): PostStore {
  return {
    async list(userId) {
      const rows = await db.selectFrom('post_places').selectAll().where('user_id', '=', userId).execute();
      const link = await db
        .selectFrom('post_links')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      return postKinds.map((kind) =>
        presentPlace(
          kind,
          rows.find((row) => row.kind === kind),
          kind === 'twitch' ? link : undefined,
        ),
      );
    },
    change: (userId, kind, { isOn, template, minimumLamports }) =>
      changing(db, userId, async (trx) => {
        const { id } = await ensurePlace(trx, { userId, kind, template });
        const change = { is_on: isOn, template, minimum_lamports: minimumLamports };
        await trx.updateTable('post_places').set(change).where('id', '=', id).execute();
        if (!isOn) await giveUpPosts(trx, id, 'switched_off', clock.now());
        await writeAudit(trx, { userId, action: 'posts_changed', detail: { place: kind } });
      }),
    connect: (userId, kind, place) =>
      changing(db, userId, (trx) =>
        connectPlace(trx, { userId, kind, ...place }, { seal, now: clock.now() }),
      ),
    disconnect: (userId, kind) =>
      changing(db, userId, async (trx) => {
        if (kind === 'twitch') await trx.deleteFrom('post_links').where('user_id', '=', userId).execute();
        const row = await findPlace(trx, userId, kind);
        if (row === undefined || row.sealed_key === null) return null;
        await trx
          .updateTable('post_places')
          .set({ sealed_key: null, connected_at: null, label: null, ended_why: null, is_on: false })
          .where('id', '=', row.id)
          .execute();
        await giveUpPosts(trx, row.id, 'disconnected', clock.now());
        await writeAudit(trx, { userId, action: 'posts_disconnected', detail: { place: kind } });
        return seal.open({ userId, kind }, row.sealed_key);
      }),
    beginLink: (userId, { deviceCode, userCode, url, expiresInMs, everyMs, template }) =>
      changing(db, userId, async (trx) => {
        await ensurePlace(trx, { userId, kind: 'twitch', template });
        const now = clock.now();
        const row = {
          sealed_device_code: seal.seal({ userId, kind: 'twitch-link' }, deviceCode),
          user_code: userCode,
          url,
          every_ms: everyMs,
          expires_at: new Date(now.getTime() + expiresInMs),
          next_at: new Date(now.getTime() + everyMs),
        };
        await trx
          .insertInto('post_links')
          .values({ user_id: userId, ...row })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
          .execute();
      }),
    addTest: (userId, kind) =>
      db.transaction().execute(async (trx) => {
        await lockForPosts(trx, userId);
        const row = await findPlace(trx, userId, kind);
        if (row === undefined || row.sealed_key === null) throw new Problem('post_not_connected');
        const waiting = await trx
          .selectFrom('posts')
          .select('id')
          .where('place_id', '=', row.id)
          .where('next_at', 'is not', null)
          .where('donation_id', 'is', null)
          .executeTakeFirst();
        if (waiting !== undefined) throw new Problem('too_many_test_posts');
        const now = clock.now();
        const test = await trx
          .insertInto('posts')
          .values({ place_id: row.id, donation_id: null, created_at: now, next_at: now })
          .returningAll()
          .executeTakeFirstOrThrow();
        await hint(trx, 'posts');
        return presentPost(test);
      }),
    async listPosts(userId, kind, limit) {
      const row = await findPlace(db, userId, kind);
      if (row === undefined) return [];
      const posts = await db
        .selectFrom('posts')
        .selectAll()
        .where('place_id', '=', row.id)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return posts.map(presentPost);
    },
  };
}

/** Connects a place within a transaction that has locked the streamer's row. */
export async function connectPlace(
  trx: Trx,
  { userId, kind, key, label, template }: LinkedPlace & { userId: string; kind: PostKind; template: string },
  { seal, now }: { seal: KeySeal; now: Date },
): Promise<void> {
  const { id } = await ensurePlace(trx, { userId, kind, template });
  await trx
    .updateTable('post_places')
    .set((eb) => ({
      sealed_key: seal.seal({ userId, kind }, key),
      key_generation: eb('key_generation', '+', 1),
      label: label.slice(0, longestLabel).replace(/[\uD800-\uDBFF]$/, ''),
      connected_at: now,
      check_at: new Date(now.getTime() + checkEveryMs),
      ended_why: null,
      is_on: true,
      rest_until: null,
      // Who is sending with the key before this one has nothing more to say about the place.
      lease_until: null,
      fence: eb('fence', '+', 1n),
    }))
    .where('id', '=', id)
    .execute();
  await noteHasPosts(trx, userId);
  await writeAudit(trx, { userId, action: 'posts_connected', detail: { place: kind } });
}

/** A change of places: with the streamer's row locked first, unless it is deleted, and what payments know of it kept right. */
async function changing<T>(db: Database, userId: string, change: (trx: Trx) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId);
    const result = await change(trx);
    await noteHasPosts(trx, userId);
    await hint(trx, 'posts');
    return result;
  });
}

async function ensurePlace(
  trx: Trx,
  { userId, kind, template }: { userId: string; kind: PostKind; template: string },
): Promise<{ id: string }> {
  const text = template === '' ? usualTemplate.en : template;
  await sql`insert into post_places (user_id, kind, template) values (${userId}, ${kind}, ${text})
    on conflict do nothing`.execute(trx);
  const row = await findPlace(trx, userId, kind);
  if (row === undefined) throw new Error('The place was written in this transaction.');
  return row;
}

function findPlace(db: Database | Trx, userId: string, kind: PostKind) {
  return db
    .selectFrom('post_places')
    .select(['id', 'sealed_key'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}
