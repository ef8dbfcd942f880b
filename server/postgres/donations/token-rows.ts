import { type RawBuilder, sql } from 'kysely';
import type { Token } from '#contract/tokens.ts';
import type { ReceivedToken } from '#server/app/token-ports.ts';
import type { TokenEntry, TokenSide } from '#server/domain/token-side.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { runTogether } from '#server/postgres/connection/run-together.ts';

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
  donationId: string;
  units: string;
}

/**
 * The token sides of donations by their ids; those that are paid in SOL have none, and where all are nothing is asked. In a
 * transaction it comes after the locks on the rows: entries that somebody else stored before that are seen.
 */
export async function loadTokenSides(
  db: Database | Trx,
  rows: readonly TokenColumns[],
): Promise<Map<string, TokenSide>> {
  const inToken = rows.flatMap(({ token_mint: mint, token_account: account, ...row }) =>
    mint === null || account === null ? [] : [{ ...row, mint, account }],
  );
  if (inToken.length === 0) return new Map();
  const ids = inToken.map(({ id }) => id);
  const [tokens, entries] = await runTogether(db, [
    sql<Token>`
      select mint, symbol, decimals from tokens where mint = any(${inToken.map(({ mint }) => mint)}::text[])`.compile(
      db,
    ),
    sql<EntryRow>`
      select donation_id as "donationId", signature, slot, block_time as "blockTime", units::text as units, payers,
        succeeded, finalized, dropped
      from token_entries where donation_id = any(${ids}::uuid[]) order by slot, signature`.compile(db),
  ]);
  const tokenOf = new Map(tokens.rows.map((token) => [token.mint, token]));
  const listed = entries.rows.map(({ donationId, units, ...entry }) => ({
    donationId,
    entry: { ...entry, units: BigInt(units) },
  }));
  const entriesOf = Map.groupBy(listed, ({ donationId }) => donationId);
  return new Map(
    inToken.map(({ id, mint, account, minimum_units, asked_units, received_units }) => {
      const token = tokenOf.get(mint);
      if (token === undefined)
        throw new Error('A donation is paid in a known token: the foreign key says so.');
      const side = {
        ...token,
        account,
        minimumUnits: BigInt(minimum_units ?? 0),
        askedUnits: asked_units === null ? null : BigInt(asked_units),
        receivedUnits: BigInt(received_units ?? 0),
        entries: (entriesOf.get(id) ?? []).map(({ entry }) => entry),
      };
      return [id, side];
    }),
  );
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
