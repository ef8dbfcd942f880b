import { sql } from 'kysely';
import type { KeyPath } from '#server/domain/donation.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** How far the addresses of every streamer went. */
export async function listKeyMarks(
  db: Database,
): Promise<{ user: number; walletEpoch: number; nextIndex: number }[]> {
  return await db
    .selectFrom('key_counters')
    .innerJoin('users', 'users.id', 'key_counters.user_id')
    .select(['key_user as user', 'key_epoch as walletEpoch', 'next_index as nextIndex'])
    .orderBy('key_user')
    .execute();
}

/** How many recently paid streamers, and how many new ones, are looked at. */
const streamers = 8;
const recentAlerts = 200;

/**
 * Where the next addresses of this database would stand: those of the streamers who were paid last and of those who
 * registered last, and the first wallets of streamers to come. At most some 200 paths, the likeliest first.
 */
export async function listNextPaths(db: Database, epoch: number): Promise<KeyPath[]> {
  const { rows } = await sql<{ key_user: number; next_index: number }>`
    with recent as (
      select user_id, max(seq) as seq from (select user_id, seq from alerts order by seq desc limit ${recentAlerts}) a
      group by user_id order by 2 desc limit ${streamers}
    ), newest as (select id as user_id from users order by key_user desc limit 2)
    select u.key_user, k.next_index from key_counters k join users u on u.id = k.user_id
    left join recent r on r.user_id = u.id
    where u.id in (select user_id from recent union select user_id from newest)
    order by r.seq desc nulls last`.execute(db);
  const { rows: drawn } = await sql<{ next: number }>`
    select case when is_called then last_value + 1 else last_value end::int as next from key_users`.execute(
    db,
  );
  const nextUser = drawn[0]?.next ?? 1;
  const ofStreamers = rows.map(({ key_user, next_index }) => ({
    user: key_user,
    first: next_index,
    count: 15,
  }));
  const ofNewcomers = Array.from({ length: 5 }, (_, n) => ({ user: nextUser + n, first: 0, count: 10 }));
  return [...ofStreamers, ...ofNewcomers].flatMap(({ user, first, count }) =>
    Array.from({ length: count }, (_, n) => ({ user, epoch, index: first + n })),
  );
}
