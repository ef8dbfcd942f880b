import { type RawBuilder, sql } from 'kysely';
import type { CountKey, LimitCounts } from '#server/app/limits/limit-counts.ts';
import type { Database } from './database.ts';

type Step = CountKey & { max: number };

/** Long enough for processes whose clocks differ. */
const keptSeconds = 60;

/**
 * The counts in PostgreSQL, in a table that is not logged: a crash of the database sets them to 0.
 *
 * Rows are always touched in one order, so that processes never wait for each other in a circle: address, the network around it,
 * account, all together; and by key where there are many.
 */
export function createLimitCounts(db: Database): LimitCounts {
  return {
    async addInTurn(counts) {
      if (counts.length === 0) return [];
      const names = counts.map((_, index) => sql.ref(`step_${index}`));
      const steps = counts.map((step, index) => {
        const [name, before] = [names[index], counts[index - 1]];
        const mayCount = before === undefined ? sql`true` : isBelow(names[index - 1], before);
        return sql`${name} as (${addOne(step, mayCount)})`;
      });
      const reached = names.map((name) => sql`(select count from ${name})`);
      const { rows } = await sql<{ counted: (number | null)[] }>`
        with ${sql.join(steps)} select array[${sql.join(reached)}] as counted`.execute(db);
      return rows[0]?.counted.filter((count) => count !== null) ?? [];
    },

    async exchange(counts) {
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
      const totals = new Map(rows.map((row) => [row.key, row.count]));
      return counts.map(({ key }) => totals.get(key) ?? 0);
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

function addOne({ key, endsAt }: Step, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into limit_counts (key, ends_at, count)
    select ${key}, ${new Date(endsAt)}::timestamptz, 1 where ${condition}
    on conflict (key, ends_at) do update set count = limit_counts.count + 1
    returning count`;
}

/** The step before was reached and let the call through. */
function isBelow(step: RawBuilder<unknown> | undefined, { max }: Step): RawBuilder<unknown> {
  return sql`exists (select 1 from ${step} where count <= ${max})`;
}
