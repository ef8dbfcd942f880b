import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { doTogether } from '#server/app/do-together.ts';
import type { CountKey, LimitCounts } from '#server/app/limits/limit-counts.ts';
import type { Database } from '#server/postgres/connection/database.ts';

type Step = CountKey & { max: number };

/** Rows that one statement touches at the most; it is done within a millisecond or two. */
const mostAtOnce = 200;
/** Long enough for processes whose clocks differ. */
const keptSeconds = 60;

/**
 * The counts in PostgreSQL, in a table that is not logged: a crash of the database sets them to 0.
 *
 * Calls that come while others are counted are counted together, with one statement for each of their steps. A statement
 * touches its rows in the order of their keys, so that processes never wait for each other in a circle.
 */
export function createLimitCounts(db: Database): LimitCounts {
  return {
    addInTurn: doTogether({
      most: mostAtOnce,
      async doAll(take) {
        // Whatever has arrived on other connections goes along.
        await nextTurn();
        return await addAllInTurn(db, take());
      },
      mayBeOfOne: () => false,
    }),

    async exchange(counts) {
      const totals = await addCounts(db, counts);
      return counts.map((count) => totals.get(rowOf(count)) ?? 0);
    },

    async remember({ key, endsAt }) {
      await sql`
        insert into limit_counts (key, ends_at, count) values (${key}, ${new Date(endsAt)}, 1)
        on conflict (key, ends_at) do nothing`.execute(db);
    },

    async isRemembered(key) {
      const { rows } = await sql`
        select 1 from limit_counts where key = ${key} and ends_at > now() limit 1`.execute(db);
      return rows.length > 0;
    },

    async forgetPast() {
      await sql`delete from limit_counts where ends_at < now() - ${keptSeconds} * interval '1 second'`.execute(
        db,
      );
    },
  };
}

/**
 * One step after the other for all calls: those of one key are ranked in their order, and who goes over the limit of a
 * step is not counted by the next.
 */
async function addAllInTurn(db: Database, calls: readonly (readonly Step[])[]): Promise<number[][]> {
  const reached: number[][] = calls.map(() => []);
  let goingOn = [...calls.keys()];
  for (let turn = 0; goingOn.length > 0; turn += 1) {
    const steps = goingOn.flatMap((call) => {
      const step = calls[call]?.[turn];
      return step === undefined ? [] : [{ call, step }];
    });
    const added = sumUp(steps.map(({ step }) => step));
    const totals = await addCounts(db, [...added.values()]);
    const behind = new Map([...added].map(([row, { count }]) => [row, count]));
    goingOn = [];
    for (const { call, step } of steps) {
      const row = rowOf(step);
      const left = (behind.get(row) ?? 0) - 1;
      behind.set(row, left);
      const count = (totals.get(row) ?? 0) - left;
      reached[call]?.push(count);
      if (count <= step.max) goingOn.push(call);
    }
  }
  return reached;
}

/** How often each row is asked for. */
function sumUp(steps: readonly Step[]): Map<string, CountKey & { count: number }> {
  const sums = new Map<string, CountKey & { count: number }>();
  for (const step of steps) {
    const { key, endsAt } = step;
    const count = (sums.get(rowOf(step))?.count ?? 0) + 1;
    sums.set(rowOf(step), { key, endsAt, count });
  }
  return sums;
}

/** Names a row: a key may stand in two windows when one ends. */
function rowOf({ key, endsAt }: CountKey): string {
  return `${key} ${endsAt}`;
}

/** Adds to counts in one statement, and gives back what they have reached, by their rows. */
async function addCounts(
  db: Database,
  counts: readonly (CountKey & { count: number })[],
): Promise<Map<string, number>> {
  if (counts.length === 0) return new Map();
  const { rows } = await sql<{ key: string; ends_at: Date; count: number }>`
    insert into limit_counts (key, ends_at, count)
    select key, to_timestamp(ends_at / 1000.0), count
    from unnest(
      ${counts.map(({ key }) => key)}::text[],
      ${counts.map(({ endsAt }) => endsAt)}::float8[],
      ${counts.map(({ count }) => count)}::int[]
    ) as told (key, ends_at, count)
    order by key
    on conflict (key, ends_at) do update set count = limit_counts.count + excluded.count
    returning key, ends_at, count`.execute(db);
  return new Map(rows.map((row) => [rowOf({ key: row.key, endsAt: row.ends_at.getTime() }), row.count]));
}
