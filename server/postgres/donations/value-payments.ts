import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { PaidValue } from '#server/domain/donation.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import type { ChainEntryRow } from './donation-rows.ts';

/**
 * What is stored of a value, from a price in the alias `p` and lamports: the currency, the price, and the value in the
 * currency's smallest unit, to the nearest. An amount that no bigint holds is cut off: recording a payment never fails by it.
 */
function valued(lamports: RawBuilder<unknown>): RawBuilder<unknown> {
  const minor = sql`round(${lamports}::numeric * p.price_micros / 10::numeric ^ (15 - p.digits))`;
  // Of null and a number the number is the least: that null stays null has to be said.
  return sql`p.currency, p.price_micros,
    case when p.currency is not null then least(${minor}, 9223372036854775807)::bigint end`;
}

/**
 * The price at a time or the one nearest before it, as SQL with one row at most; none where that one was not believed any
 * more. Its columns are named, so that the statement can be prepared (`frequent-statements.ts`).
 */
function priceAt(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select currency, digits, price_micros
    from (
      select currency, digits, price_micros, good_until from sol_prices
      where read_at <= ${time} order by read_at desc limit 1
    ) nearest
    where good_until >= ${time})`;
}

/**
 * Stores transactions of deposit addresses. Those that stand already become what these are; a payment is valued by the
 * price of its block's time, and keeps the value that it has, unless it was another amount than was told.
 */
export function entryInsert(db: Database | Trx, rows: readonly ChainEntryRow[]): CompiledQuery {
  // An array of arrays would be one of a single length.
  const payers = rows.map((row) => row.payers.join(' '));
  const all = <K extends keyof ChainEntryRow>(name: K) => rows.map((row) => row[name]);
  return sql`
    insert into chain_entries as known (address, signature, slot, block_time, lamports, fee_lamports, succeeded,
      finalized, dropped, payers, fiat_currency, fiat_price_micros, fiat_minor)
    select e.address, e.signature, e.slot, e.block_time, e.lamports, e.fee_lamports, e.succeeded, e.finalized,
      e.dropped, string_to_array(e.payers, ' '), ${valued(sql`e.lamports`)}
    from unnest(
      ${all('address')}::text[], ${all('signature')}::text[], ${all('slot')}::bigint[],
      ${all('block_time')}::timestamptz[], ${all('lamports')}::bigint[], ${all('fee_lamports')}::bigint[],
      ${all('succeeded')}::boolean[], ${all('finalized')}::boolean[], ${all('dropped')}::boolean[],
      ${payers}::text[]
    ) as e (address, signature, slot, block_time, lamports, fee_lamports, succeeded, finalized, dropped, payers)
    left join lateral ${priceAt(sql`e.block_time`)} p on e.succeeded and e.lamports > 0
    on conflict (address, signature) do update set
      slot = excluded.slot, block_time = excluded.block_time, lamports = excluded.lamports,
      fee_lamports = excluded.fee_lamports, succeeded = excluded.succeeded, finalized = excluded.finalized,
      dropped = excluded.dropped, payers = excluded.payers, seen_at = ${seenAnew(sql`known`)},
      ${sql.join(['fiat_currency', 'fiat_price_micros', 'fiat_minor'].map(kept))}`.compile(db);
}

/** What is rolled back counts as seen by then, however old it is: for a week from then on it is asked for again. */
export function seenAnew(known: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`case when excluded.dropped then now() else ${known}.seen_at end`;
}

function kept(value: string): RawBuilder<unknown> {
  const [column, known, now] = [value, `known.${value}`, `excluded.${value}`].map((name) => sql.ref(name));
  return sql`
      ${column} = case when known.lamports = excluded.lamports then coalesce(${known}, ${now}) else ${now} end`;
}

/** The value of all payments to an address that the chain still has, as SQL for a `from` with one row: null by null. */
export function valueOfPayments(address: RawBuilder<unknown>): RawBuilder<DonationValueColumns> {
  return sql<DonationValueColumns>`(
    select case when is_whole then currency end as currency, case when is_whole then minor end as minor,
      case when is_whole then price end as price
    from (
      select count(*) = count(fiat_currency) and min(fiat_currency) = max(fiat_currency) as is_whole,
        min(fiat_currency) as currency, least(sum(fiat_minor), 9223372036854775807)::bigint as minor,
        round(sum(lamports::numeric * fiat_price_micros) / sum(lamports))::bigint as price
      from chain_entries where address = ${address} and succeeded and not dropped and lamports > 0
    ) payments)`;
}

interface DonationValueColumns {
  currency: string | null;
  minor: bigint | null;
  price: bigint | null;
}

/** What so many lamports are worth at a time by a price that is good then; null where there is none. */
export async function valueAt(db: Database | Trx, lamports: bigint, at: Date): Promise<PaidValue | null> {
  const { rows } = await sql<PaidValue>`
    select v.* from ${priceAt(sql`${at}::timestamptz`)} p,
      lateral (select ${valued(sql`${lamports}::bigint`)}) v (currency, "priceMicros", minor)`.execute(db);
  return rows[0] ?? null;
}
