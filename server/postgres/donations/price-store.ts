import { sql } from 'kysely';
import type { PriceStore } from '#server/app/fiat/fiat-ports.ts';
import type { Clock } from '#server/app/ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { tellPrices } from '#server/postgres/connection/outbox.ts';

/** Payments are recorded within seconds, and after an outage within days: so long every price stands. */
const keptAllDays = 2;
/** A restored back-up may meet payments that are older. */
const keptDays = 400;

/** Prices in PostgreSQL, and whose turn it is to ask for the next one. */
export function createPriceStore(db: Database, clock: Clock): PriceStore {
  return {
    async takeTurn(everyMs) {
      const now = clock.now();
      const nextAt = new Date(now.getTime() + everyMs);
      // A turn far away is of another configuration, or of a clock that was wrong.
      const { rows } = await sql<{ nextAt: Date }>`
        insert into price_turn as t (next_at) values (${nextAt})
        on conflict (id) do update set next_at = excluded.next_at
        where t.next_at <= ${now} or t.next_at > ${new Date(nextAt.getTime() + everyMs)}
        returning next_at as "nextAt"`.execute(db);
      if (rows.length > 0) return { isMine: true, nextAt };
      const turn = await db.selectFrom('price_turn').select('next_at').executeTakeFirst();
      return { isMine: false, nextAt: turn?.next_at ?? now };
    },
    async latest(currency) {
      const row = await db
        .selectFrom('sol_prices')
        .select(['price_micros as priceMicros', 'read_at as readAt'])
        .where('currency', '=', currency)
        // One that was read while the clock was ahead would be the newest until that time has come.
        .where('read_at', '<=', clock.now())
        .orderBy('read_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },
    async keep({ currency, digits, priceMicros, readAt, believedMs }) {
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('sol_prices')
          .values({
            read_at: readAt,
            currency,
            digits,
            price_micros: priceMicros,
            good_until: new Date(readAt.getTime() + believedMs),
          })
          // Two that read in the same millisecond know the same.
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await tellPrices(trx);
      });
    },
    async thin() {
      const now = clock.now();
      // One stays in each half of the time for which prices were believed: a payment still finds one that was good.
      await sql`
        delete from sol_prices p
        where read_at < ${now}::timestamptz - ${keptDays} * interval '1 day'
          or (read_at < ${now}::timestamptz - ${keptAllDays} * interval '1 day' and exists (
            select from sol_prices earlier
            where earlier.currency = p.currency and earlier.read_at < p.read_at
              and earlier.read_at >= date_bin((p.good_until - p.read_at) / 2, p.read_at, timestamptz 'epoch')))`.execute(
        db,
      );
    },
  };
}
