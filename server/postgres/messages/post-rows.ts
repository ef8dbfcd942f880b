import { type Selectable, sql } from 'kysely';
import { lamportsToSol } from '#contract/lamports.ts';
import { usualTemplate } from '#contract/post-template.ts';
import type { Post, PostError, PostKind } from '#contract/posts.ts';
import type { StoredPlace } from '#server/app/posts/post-ports.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';

/** A place as its streamer sees it; one that was never touched is off. */
export function presentPlace(
  kind: PostKind,
  row: Selectable<Schema['post_places']> | undefined,
  link: Selectable<Schema['post_links']> | undefined,
): StoredPlace {
  const minimum = row?.minimum_lamports ?? null;
  return {
    kind,
    isOn: row?.is_on ?? false,
    template: row?.template ?? usualTemplate.en,
    minimumAmount: minimum === null ? null : lamportsToSol(minimum),
    isConnected: row !== undefined && row.sealed_key !== null,
    label: row?.label ?? null,
    endedWhy: row?.ended_why ?? null,
    linking:
      link === undefined
        ? null
        : { userCode: link.user_code, url: link.url, expiresAt: link.expires_at.toISOString() },
  };
}

/** A post as its streamer sees it. */
export function presentPost(row: Selectable<Schema['posts']>): Post {
  return {
    id: row.id,
    donationId: row.donation_id,
    state: stateOf(row),
    createdAt: row.created_at.toISOString(),
    attempts: row.attempts,
    endedAt: (row.sent_at ?? row.given_up_at)?.toISOString() ?? null,
    error: row.error,
    said: row.said,
  };
}

function stateOf(row: Selectable<Schema['posts']>): Post['state'] {
  if (row.next_at !== null) return row.sending_since === null ? 'waiting' : 'sending';
  return row.sent_at === null ? 'given_up' : 'sent';
}

/** Has payments that come know whether there is anybody to tell. Who calls it has locked the streamer's row. */
export async function noteHasPosts(trx: Trx, userId: string): Promise<void> {
  await sql`
    update users u set has_posts = not has_posts
    where id = ${userId} and has_posts <> exists (
      select from post_places where user_id = u.id and is_on and sealed_key is not null)`.execute(trx);
}

/** Locks the streamer's row: it comes before the rows of their places. */
export async function lockForPosts(trx: Trx, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(trx);
}

/** Gives up what waits at a place, but for what is on its way already. */
export async function giveUpPosts(
  trx: Trx,
  placeId: string,
  error: Extract<PostError, 'switched_off' | 'disconnected'>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ next_at: null, given_up_at: now, error })
    .where('place_id', '=', placeId)
    .where('next_at', 'is not', null)
    .where('sending_since', 'is', null)
    .execute();
}
