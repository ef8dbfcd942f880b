import { sql } from 'kysely';
import type { Clock } from '#server/app/ports.ts';
import type { DonationReads } from '#server/app/donation-reads.ts';
import type { Database } from '#server/postgres/connection/database.ts';

interface Row {
  timeZone: string;
  date: string;
  count: bigint;
  lamports: string;
}

/**
 * Paid donations of the last days. A day is what the streamer's calendar calls so, of 23 hours or of 25; the reading
 * begins a day early, so that no change of the clocks cuts the first one.
 */
export const dailyDonations =
  (db: Database, clock: Clock): DonationReads['daily'] =>
  async (userId, days) => {
    const { rows } = await sql<Row>`
      with zone as (
        select time_zone, (${clock.now()}::timestamptz at time zone time_zone)::date as today
        from users where id = ${userId}
      ), paid as (
        select (paid_at at time zone time_zone)::date as day, count(*) as count, sum(received_lamports) as lamports
        from donations, zone
        where user_id = ${userId} and failed_at is null
          and paid_at >= (today - ${days}::integer)::timestamp at time zone time_zone
        group by day
      )
      select time_zone as "timeZone", to_char(today - ago, 'YYYY-MM-DD') as date,
             coalesce(count, 0) as count, coalesce(lamports, 0)::text as lamports
      from zone cross join generate_series(0, ${days}::integer - 1) as ago left join paid on day = today - ago
      order by ago desc`.execute(db);
    return {
      timeZone: rows[0]?.timeZone ?? 'UTC',
      days: rows.map(({ date, count, lamports }) => ({
        date,
        count: Number(count),
        lamports: BigInt(lamports),
      })),
    };
  };
