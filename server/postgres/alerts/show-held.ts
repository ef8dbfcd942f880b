import { type RawBuilder, sql } from 'kysely';
import type { Alert } from '#server/app/desk/alert-view.ts';
import type { AlertPace } from '#server/domain/alert-queue.ts';
import { showUnapproved } from '#server/domain/alert.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { decideAlert } from './decide-alerts.ts';
import { lockDonations } from '#server/postgres/donations/lock-donations.ts';
import { overlaySince, visibleOverlay } from './overlay-presence.ts';
import { wakeQueue } from './wake-queue.ts';

/** Few enough that a look at them takes no time; what is left comes with the next. */
const atOnce = 50;

interface Overdue {
  alertId: string;
  donationId: string;
  userId: string;
  username: string;
  now: Date;
}

/**
 * Shows what has waited for approval for longer than its streamer wants, without its text. Each alert has a transaction of
 * its own, which locks as a person's decision does and looks again: whoever was first has decided, a person or another
 * process. Returns whether there may be more. Throws when one failed, after all were tried.
 */
export async function showHeld(db: Database, pace: AlertPace): Promise<boolean> {
  const found = await listOverdue(db, pace, sql`true`);
  const failures: unknown[] = [];
  for (const alert of found) {
    try {
      await db.transaction().execute((trx) => showOne(trx, alert, pace));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return found.length === atOnce;
}

async function showOne(trx: Trx, { alertId, donationId, userId }: Overdue, pace: AlertPace): Promise<void> {
  await lockDonations(trx, [donationId]);
  await wakeQueue(trx, userId);
  const [still] = await listOverdue(trx, pace, sql`a.id = ${alertId}`);
  if (still === undefined) return;
  const by = { userId, name: still.username, role: 'streamer' as const, hidesAmounts: false };
  const decide = (alert: Alert) => showUnapproved(alert, still.now);
  await decideAlert(trx, by, { alertId, action: 'show_unapproved', decide }, still.now);
}

/**
 * What is due: it has waited, with an overlay open and the queue not paused since, for as long as the settings say now.
 * What would not be caught up any more is never due, nor what was meant for the tray.
 */
async function listOverdue(
  db: Database | Trx,
  pace: AlertPace,
  which: RawBuilder<boolean>,
): Promise<Overdue[]> {
  const since = sql`greatest(a.held_at, q.resumed_at, ${overlaySince(sql`s.user_id`)})`;
  const { rows } = await sql<Overdue>`
    select a.id as "alertId", d.id as "donationId", u.id as "userId", u.username, clock_timestamp() as now
    from alert_settings s
    join alert_queues q on q.user_id = s.user_id
    join users u on u.id = s.user_id
    join alerts a on a.user_id = s.user_id and a.state = 'held'
    join donations d on d.id = a.donation_id
    where ${which} and s.shows_held_after_minutes is not null and q.paused_at is null
      and a.trayed_at is null and d.failed_at is null
      and a.held_at > clock_timestamp() - ${pace.catchUpMs} * interval '1 ms'
      and ${since} + s.shows_held_after_minutes * interval '1 minute' <= clock_timestamp()
      and ${visibleOverlay(sql`s.user_id`)}
    order by a.held_at limit ${atOnce}`.execute(db);
  return rows;
}
