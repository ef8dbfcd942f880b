import { sql } from 'kysely';
import type { DonationReads } from '#server/app/donation-reads.ts';
import type { Clock } from '#server/app/ports.ts';
import { dailyDonations } from './daily-donations.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { selectListed, toListed } from './listed-donations.ts';
import { readAllDonations } from './read-all-donations.ts';
import { searchDonations } from './search-donations.ts';

/** What has a status that counts as paid, in the words of the index `donations_paid`. */
const isPaid = sql<boolean>`paid_at is not null and failed_at is null`;

/** Reads a streamer's donations from PostgreSQL. */
export function createDonationReads(db: Database, clock: Clock): DonationReads {
  return {
    async list(userId, limit) {
      const rows = await selectListed(db).where('user_id', '=', userId).limit(limit).execute();
      const { total } = await db
        .selectFrom('donations')
        .select((eb) => eb.fn.countAll<bigint>().as('total'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return { data: rows.map(toListed), total: Number(total) };
    },
    async listPaid(userId, limit) {
      const rows = await selectListed(db)
        .clearOrderBy()
        .where('user_id', '=', userId)
        .where(isPaid)
        .orderBy('paid_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      const { total } = await db
        .selectFrom('donations')
        .select((eb) => eb.fn.countAll<bigint>().as('total'))
        .where('user_id', '=', userId)
        .where(isPaid)
        .executeTakeFirstOrThrow();
      return { data: rows.map(toListed), total: Number(total) };
    },
    async stats(userId) {
      const row = await db
        .selectFrom('donations')
        .innerJoin('users', 'users.id', 'donations.user_id')
        .select((eb) => [
          eb.fn.countAll<bigint>().as('count'),
          sql<string>`coalesce(sum(received_lamports), 0)::text`.as('lamports'),
          sql<bigint>`count(*) filter (where (paid_at at time zone time_zone)::date
            = (${clock.now()}::timestamptz at time zone time_zone)::date)`.as('today'),
        ])
        .where('user_id', '=', userId)
        .where(isPaid)
        .executeTakeFirstOrThrow();
      return {
        totalDonations: Number(row.count),
        totalLamports: BigInt(row.lamports),
        todayDonations: Number(row.today),
      };
    },
    search: searchDonations(db),
    daily: dailyDonations(db, clock),
    readAll: (userId, wanted) => readAllDonations(db, userId, wanted),
  };
}
