import { sql } from 'kysely';
import type { Alert } from '#server/app/desk/alert-view.ts';
import type { ClaimedPlace, WaitingPosts } from '#server/app/posts/post-ports.ts';
import { type LookRow, lookColumns, toLook } from '#server/postgres/alerts/alert-look.ts';
import { listAlerts } from '#server/postgres/alerts/alert-rows.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** So many go into one message at most; it names the first few and counts the others. */
const mostAtOnce = 500;

/** What is due at a place with the alerts as they stand now: what was decided about them since then counts. */
export async function readWaiting(
  db: Database,
  { id, userId }: ClaimedPlace,
  now: Date,
): Promise<WaitingPosts> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'donation_id', 'created_at', 'attempts'])
    .where('place_id', '=', id)
    .where('next_at', '<=', now)
    .where(
      sql<boolean>`not exists (
        select from alerts a where a.donation_id = posts.donation_id and a.kind = 'payment' and a.state = 'held')`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();
  const alerts = await alertsOf(
    db,
    userId,
    rows.flatMap(({ donation_id: donation }) => donation ?? []),
  );
  const posts = rows.map((row) => ({
    id: row.id,
    isTest: row.donation_id === null,
    createdAt: row.created_at,
    attempts: row.attempts,
    alert: row.donation_id === null ? null : (alerts.get(row.donation_id) ?? null),
  }));
  const { donationCode, ...look } = await readLook(db, userId);
  return { posts, look: toLook(look), donationCode };
}

async function alertsOf(
  db: Database,
  userId: string,
  donationIds: readonly string[],
): Promise<Map<string | undefined, Alert>> {
  if (donationIds.length === 0) return new Map();
  const alerts = await listAlerts(db, userId, {
    where: sql`a.kind = 'payment' and a.donation_id = any(${donationIds}::uuid[])`,
    orderBy: sql`a.seq`,
    limit: mostAtOnce,
  });
  return new Map(alerts.map((alert) => [alert.donation?.id, alert]));
}

async function readLook(db: Database, userId: string): Promise<LookRow & { donationCode: string }> {
  const { rows } = await sql<LookRow & { donationCode: string }>`
    select u.donation_code as "donationCode", ${lookColumns(sql`u.id`)}
    from users u left join alert_settings s on s.user_id = u.id where u.id = ${userId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A place belongs to a streamer: the foreign key says so.');
  return row;
}
