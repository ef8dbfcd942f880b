import { sql } from 'kysely';
import type { WidgetSettings } from '#contract/widgets.ts';
import type { Clock } from '#server/app/ports.ts';
import { presentWidgets } from '#server/app/desk/present-widgets.ts';
import { rooms } from '#server/app/rooms.ts';
import type { WidgetFacts, WidgetStore, WidgetView } from '#server/app/widget-ports.ts';
import { readAlertSettings } from './alert-settings-store.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { emit } from '#server/postgres/connection/outbox.ts';
import { readStoredWidgets, storeWidgets, toColumns } from './widget-settings-rows.ts';
import { listTicked, type PaidSpan, rankDonors, startOfDay, sumPaid } from './widget-totals.ts';

/** How far the time of a block may lie before the time at which we hear of it. */
const blockLagMs = 60_000;

interface StreamRow {
  startedAt: Date;
  endedAt: Date | null;
}

/** Widgets of streamers in PostgreSQL. */
export function createWidgetStore(db: Database, clock: Clock): WidgetStore {
  const changeBy = (userId: string, change: (trx: Trx, now: Date) => Promise<unknown>): Promise<WidgetView> =>
    db.transaction().execute(async (trx) => {
      await change(trx, clock.now());
      const view = await readView(trx, userId, clock.now());
      await emit(trx, { room: rooms.widgets(userId), name: 'widgets_changed', body: view.state });
      return view;
    });

  return {
    read: (userId) => readView(db, userId, clock.now()),
    change: (userId, change) => changeBy(userId, (trx) => storeWidgets(trx, userId, toColumns(change))),
    resetGoal: (userId) => changeBy(userId, (trx, now) => resetGoal(trx, userId, now)),
    startStream: (userId) =>
      changeBy(userId, (trx, now) =>
        trx
          .insertInto('streams')
          .values({ user_id: userId, started_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      ),
    stopStream: (userId) =>
      changeBy(userId, (trx, now) =>
        trx
          .updateTable('streams')
          .set({ ended_at: sql<Date>`greatest(started_at, ${now})` })
          .where('user_id', '=', userId)
          .where('ended_at', 'is', null)
          .execute(),
      ),
    tell: (userId) => changeBy(userId, () => Promise.resolve()),
  };
}

async function readView(db: Database | Trx, userId: string, now: Date): Promise<WidgetView> {
  const { settings, goalSince, goalBeforeLamports } = await readStoredWidgets(db, userId);
  const stream = await findLastStream(db, userId);
  const raised = await sumPaid(db, userId, goalWindow(goalSince));
  const raisedLamports = raised.lamports - goalBeforeLamports;
  const facts: WidgetFacts = {
    settings,
    goalSince: goalSince ?? (await registeredAt(db, userId)),
    raisedLamports: raisedLamports > 0n ? raisedLamports : 0n,
    places: await rank(db, userId, { settings, stream, now }),
    ticker: await listTicked(db, userId, settings.ticker.count),
    stream: stream?.endedAt === null ? await sumStream(db, userId, stream) : null,
  };
  return presentWidgets(facts, await readAlertSettings(db, userId));
}

/**
 * Starts the goal anew. A payment counts by the time of its block, which is whole seconds and may be heard of later: so
 * the goal's time begins a little earlier, and what was known of that time already is taken off. Whatever is heard of
 * after the reset counts, and nothing counts that was on the bar before.
 */
async function resetGoal(trx: Trx, userId: string, now: Date): Promise<void> {
  const known = await sumPaid(trx, userId, goalWindow(now));
  await storeWidgets(trx, userId, { goal_since: now, goal_before_lamports: known.lamports });
}

function goalWindow(since: Date | null): PaidSpan {
  return { from: new Date(since === null ? 0 : since.getTime() - blockLagMs), before: null };
}

/** 'stream' is the one that runs or, between two of them, the last one: its best donors can still be thanked. */
async function rank(
  db: Database | Trx,
  userId: string,
  { settings, stream, now }: { settings: WidgetSettings; stream: StreamRow | null; now: Date },
): Promise<WidgetFacts['places']> {
  const { span, places } = settings.leaderboard;
  if (span === 'all')
    return await rankDonors(db, userId, { span: { from: new Date(0), before: null }, places });
  if (span === 'day') {
    const from = await startOfDay(db, userId, now);
    return await rankDonors(db, userId, { span: { from, before: null }, places });
  }
  return stream === null ? [] : await rankDonors(db, userId, { span: spanOf(stream), places });
}

async function sumStream(
  db: Database | Trx,
  userId: string,
  stream: StreamRow,
): Promise<WidgetFacts['stream']> {
  return { startedAt: stream.startedAt, ...(await sumPaid(db, userId, spanOf(stream))) };
}

/** A block's time has whole seconds: the second in which a stream starts is part of it. */
function spanOf({ startedAt, endedAt }: StreamRow): PaidSpan {
  return { from: new Date(Math.floor(startedAt.getTime() / 1000) * 1000), before: endedAt };
}

async function findLastStream(db: Database | Trx, userId: string): Promise<StreamRow | null> {
  const row = await db
    .selectFrom('streams')
    .select(['started_at as startedAt', 'ended_at as endedAt'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

async function registeredAt(db: Database | Trx, userId: string): Promise<Date> {
  const { at } = await db
    .selectFrom('users')
    .select('created_at as at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return at;
}
