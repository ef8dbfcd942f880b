import { sql } from 'kysely';
import type { Token } from '#contract/tokens.ts';
import type { ReceivedToken, TokenStore } from '#server/app/token-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { tellPages } from '#server/postgres/connection/outbox.ts';

/** Tokens and who takes them, in PostgreSQL. */
export function createTokenStore(db: Database): TokenStore {
  return {
    keep: (allowed) =>
      db.transaction().execute(async (trx) => {
        await trx.updateTable('tokens').set({ is_allowed: false }).where('is_allowed', '=', true).execute();
        for (const { mint, symbol, decimals, minimumUnits } of allowed) {
          const row = { symbol, decimals, minimum_units: String(minimumUnits), is_allowed: true };
          await trx
            .insertInto('tokens')
            .values({ mint, ...row })
            .onConflict((conflict) => conflict.column('mint').doUpdateSet(row))
            .execute();
        }
      }),
    listKnown: () =>
      db.selectFrom('tokens').select(['mint', 'symbol', 'decimals']).orderBy('symbol').execute(),
    async listChoices(userId) {
      const rows = await db
        .selectFrom('streamer_tokens')
        .select(['mint', 'is_on as isOn', 'minimum_units as minimum'])
        .where('user_id', '=', userId)
        .execute();
      return rows.map(({ mint, isOn, minimum }) => ({ mint, isOn, minimumUnits: BigInt(minimum) }));
    },
    choose: (userId, { mint, minimumUnits: least }, { isOn, minimumUnits }) =>
      db.transaction().execute(async (trx) => {
        const { minimum } = await trx
          .insertInto('streamer_tokens')
          .values({ user_id: userId, mint, is_on: isOn, minimum_units: String(minimumUnits ?? least) })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'mint']).doUpdateSet({
              is_on: isOn,
              minimum_units:
                minimumUnits === undefined
                  ? sql<string>`greatest(streamer_tokens.minimum_units, excluded.minimum_units)`
                  : String(minimumUnits),
            }),
          )
          .returning('minimum_units as minimum')
          .executeTakeFirstOrThrow();
        await tellPages(trx, userId);
        return { mint, isOn, minimumUnits: BigInt(minimum) };
      }),
    async totals(userId) {
      const { rows } = await sql<Token & { units: string; count: bigint }>`
        select t.mint, t.symbol, t.decimals, sum(d.received_units)::text as units, count(*) as count
        from donations d join tokens t on t.mint = d.token_mint
        where d.user_id = ${userId} and d.token_mint is not null and d.paid_at is not null and d.failed_at is null
        group by t.mint order by t.symbol`.execute(db);
      return rows.map(({ count, ...row }) => ({ ...toReceived(row), donations: Number(count) }));
    },
    async noteFeePayer({ address, lamports, lowLamports }) {
      const { rows } = await sql<{ before: bigint | null }>`
        with before as (select lamports from fee_payer)
        insert into fee_payer (address, lamports, low_lamports, read_at)
        values (${address}, ${lamports}, ${lowLamports}, now())
        on conflict (is_only) do update set address = excluded.address, lamports = excluded.lamports,
          low_lamports = excluded.low_lamports, read_at = excluded.read_at
        returning (select lamports from before) as before`.execute(db);
      const before = rows[0]?.before ?? null;
      const hasRisen = before === null || lamports > before;
      if (lamports < lowLamports && !hasRisen) return;
      await sql`
        update token_sweep_jobs set next_attempt_at = now()
        where last_error like 'fee_payer_empty%' and next_attempt_at > now()`.execute(db);
    },
    async unswept() {
      const { rows } = await sql<Token & { units: string; count: bigint }>`
        select t.mint, t.symbol, t.decimals, sum(w.known_units)::text as units, count(*) as count
        from token_sweep_jobs j join token_watches w using (donation_id) join donations d on d.id = j.donation_id
        join tokens t on t.mint = d.token_mint
        group by t.mint order by t.symbol`.execute(db);
      return rows.map(({ count, ...row }) => ({ ...toReceived(row), addresses: Number(count) }));
    },
  };
}

function toReceived({ mint, symbol, decimals, units }: Token & { units: string }): ReceivedToken {
  return { mint, symbol, decimals, units: BigInt(units) };
}
