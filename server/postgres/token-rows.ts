import { type RawBuilder, sql } from 'kysely';
import type { ReceivedToken } from '#server/app/token-ports.ts';
import type { TokenEntry, TokenSide } from '#server/domain/token-side.ts';
import type { Database, Trx } from './database.ts';

/** Columns of a donation that say what it is paid in. `numeric` is read as text. */
interface TokenColumns {
  id: string;
  token_mint: string | null;
  token_account: string | null;
  minimum_units: string | null;
  asked_units: string | null;
  received_units: string | null;
}

interface EntryRow extends Omit<TokenEntry, 'units'> {
  units: string;
}

/**
 * The token side of a donation; null where it is paid in SOL, and then nothing is asked. In a transaction it comes after
 * the lock on the row: entries that somebody else stored before that are seen.
 */
export async function loadTokenSide(db: Database | Trx, row: TokenColumns): Promise<TokenSide | null> {
  const { token_mint: mint, token_account: account, minimum_units, asked_units, received_units } = row;
  if (mint === null || account === null) return null;
  const { symbol, decimals } = await db
    .selectFrom('tokens')
    .select(['symbol', 'decimals'])
    .where('mint', '=', mint)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<EntryRow>`
    select signature, slot, block_time as "blockTime", units::text as units, payers, succeeded, finalized, dropped
    from token_entries where donation_id = ${row.id} order by slot, signature`.execute(db);
  return {
    mint,
    symbol,
    decimals,
    account,
    minimumUnits: BigInt(minimum_units ?? 0),
    askedUnits: asked_units === null ? null : BigInt(asked_units),
    receivedUnits: BigInt(received_units ?? 0),
    entries: rows.map((entry) => ({ ...entry, units: BigInt(entry.units) })),
  };
}

/** An amount of a token as `receivedToken` reads it. */
export interface ReceivedTokenRow extends Omit<ReceivedToken, 'units'> {
  units: string;
}

/** What came in the token of a donation, as a column: null for one in SOL. `donation` is the table or its alias. */
export function receivedToken(donation: RawBuilder<unknown>): RawBuilder<ReceivedTokenRow | null> {
  return sql<ReceivedTokenRow | null>`(case when ${donation}.token_mint is not null then (
    select json_build_object('mint', t.mint, 'symbol', t.symbol, 'decimals', t.decimals,
      'units', ${donation}.received_units::text)
    from tokens t where t.mint = ${donation}.token_mint) end)`;
}

/** The same from its column. */
export function toReceivedToken(row: ReceivedTokenRow | null): ReceivedToken | null {
  return row === null ? null : { ...row, units: BigInt(row.units) };
}
