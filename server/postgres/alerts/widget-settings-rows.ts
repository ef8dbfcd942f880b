import { type Selectable } from 'kysely';
import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import type { WidgetSettings } from '#contract/widgets.ts';
import type { WidgetChange } from '#server/app/widget-ports.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';

/** What a streamer has who never set anything. Without a title the goal bar names itself, in the language of its page. */
const defaults: WidgetSettings = {
  goal: { title: '', target: 10, offset: 0 },
  leaderboard: { span: 'all', places: 5 },
  ticker: { count: 5 },
};

/** Settings with what the goal counts from. */
export interface StoredWidgets {
  settings: WidgetSettings;
  /** Null: since the registration. */
  goalSince: Date | null;
  /** Not counted although it lies in the goal's time; see `goalWindow`. */
  goalBeforeLamports: bigint;
}

/** What is stored of a streamer's widgets, or the default. */
export async function readStoredWidgets(db: Database | Trx, userId: string): Promise<StoredWidgets> {
  const row = await db
    .selectFrom('widget_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return { settings: defaults, goalSince: null, goalBeforeLamports: 0n };
  return {
    settings: toSettings(row),
    goalSince: row.goal_since,
    goalBeforeLamports: row.goal_before_lamports,
  };
}

/** Stores what the change names and leaves the rest; two changes at once follow each other. */
export async function storeWidgets(
  trx: Trx,
  userId: string,
  change: Partial<Omit<Selectable<Schema['widget_settings']>, 'user_id'>>,
): Promise<void> {
  await trx
    .insertInto('widget_settings')
    .values({ user_id: userId, ...allColumns(defaults), ...change })
    .onConflict((conflict) => {
      const column = conflict.column('user_id');
      return Object.keys(change).length === 0 ? column.doNothing() : column.doUpdateSet(change);
    })
    .execute();
}

/** The columns of the widgets that a change names. */
export function toColumns({ goal, leaderboard, ticker }: WidgetChange) {
  return {
    ...(goal && {
      goal_title: goal.title,
      goal_target_lamports: solToLamports(goal.target),
      goal_offset_lamports: solToLamports(goal.offset),
    }),
    ...(leaderboard && { leaderboard_span: leaderboard.span, leaderboard_places: leaderboard.places }),
    ...(ticker && { ticker_count: ticker.count }),
  };
}

/** The same of all of them: none is left out. */
function allColumns(settings: WidgetSettings): Required<ReturnType<typeof toColumns>> {
  return toColumns(settings) as Required<ReturnType<typeof toColumns>>;
}

function toSettings(row: Selectable<Schema['widget_settings']>): WidgetSettings {
  return {
    goal: {
      title: row.goal_title,
      target: lamportsToSol(row.goal_target_lamports),
      offset: lamportsToSol(row.goal_offset_lamports),
    },
    leaderboard: { span: row.leaderboard_span, places: row.leaderboard_places },
    ticker: { count: row.ticker_count },
  };
}
