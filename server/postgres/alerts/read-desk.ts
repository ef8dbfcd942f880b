import { sql } from 'kysely';
import type { AlertSound } from '#contract/alerts.ts';
import type { DeskRows } from '#server/app/alert-ports.ts';
import { type LookRow, lookColumns, toLook } from './alert-look.ts';
import { type AlertQuery, findStillHeard, listAlerts, sendingOrder } from './alert-rows.ts';
import { clearedAt } from './clear-queue.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { listTakenAway } from './last-shown.ts';
import { readPresence } from './overlay-presence.ts';

type Counts = Pick<DeskRows, 'counts' | 'cleared'>;

/** All that the desk shows of a streamer, as of one moment; each list has at most `limit` alerts. */
export async function readDesk(db: Database, userId: string, limit: number): Promise<DeskRows> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const list = (query: Omit<AlertQuery, 'limit'>) => listAlerts(trx, userId, { ...query, limit });
      const [now] = await listAlerts(trx, userId, {
        where: sql`a.state = 'queue' and a.sent_at is not null`,
        orderBy: sql`a.sent_at desc`,
        limit: 1,
      });
      const recent = await list({
        where: sql`a.state = 'settled' and a.kind <> 'test'`,
        orderBy: sql`a.settled_at desc`,
      });
      return {
        ...(await readQueue(trx, userId)),
        overlay: await readPresence(trx, userId),
        now: now ?? (await findStillHeard(trx, userId)),
        toApprove: await list({ where: sql`a.state = 'held'`, orderBy: sendingOrder }),
        next: await list({ where: sql`a.state = 'queue' and a.sent_at is null`, orderBy: sendingOrder }),
        tray: await list({ where: sql`a.state = 'tray'`, orderBy: sendingOrder }),
        recent,
        taken: await listTakenAway(trx, userId, recent),
        ...(await countAlerts(trx, userId)),
      };
    });
}

/** How loud a streamer's alerts are. */
export async function readSound(db: Database | Trx, userId: string): Promise<AlertSound> {
  const row = await db
    .selectFrom('alert_queues')
    .select(['volume', 'is_muted as isMuted'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? { volume: 100, isMuted: false };
}

async function readQueue(trx: Trx, userId: string): Promise<Pick<DeskRows, 'isPaused' | 'sound' | 'look'>> {
  const { rows } = await sql<LookRow & { isPaused: boolean }>`
    select q.paused_at is not null as "isPaused", ${lookColumns(sql`u.id`)}
    from users u left join alert_queues q on q.user_id = u.id left join alert_settings s on s.user_id = u.id
    where u.id = ${userId}`.execute(trx);
  const row = rows[0] ?? {
    isPaused: false,
    clipMinimumLamports: null,
    showsFiat: false,
    rules: null,
    reading: null,
  };
  return { isPaused: row.isPaused, look: toLook(row), sound: await readSound(trx, userId) };
}

/** Withheld alerts are in no list and do not count; a donation that the chain rolled back is rare. */
async function countAlerts(trx: Trx, userId: string): Promise<Counts> {
  const { rows } = await sql<{ state: string; count: bigint; cleared: bigint }>`
    with withheld as (select id from donations where user_id = ${userId} and failed_at is not null)
    select case when state = 'queue' and sent_at is not null then 'on stream' else state end as state, count(*),
           count(*) filter (where trayed_at = ${clearedAt(userId)}) as cleared
    from alerts
    where user_id = ${userId} and state <> 'settled'
      and (donation_id is null or donation_id not in (select id from withheld))
    group by 1`.execute(trx);
  const countOf = (state: string): number => Number(rows.find((row) => row.state === state)?.count ?? 0n);
  const counts = {
    onStream: countOf('on stream'),
    toApprove: countOf('held'),
    next: countOf('queue'),
    tray: countOf('tray'),
  };
  return { counts, cleared: Number(rows.find(({ state }) => state === 'tray')?.cleared ?? 0n) };
}
