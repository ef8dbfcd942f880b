import { sql } from 'kysely';
import type { Token } from '#contract/tokens.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** A token account of a donation and what the books say of it. Sums leave out what the chain rolled back. */
export interface TokenAddress {
  donationId: string;
  account: string;
  username: string;
  token: Token;
  inUnits: bigint;
  /** As a positive number. */
  outUnits: bigint;
  /** A transaction is not final, or a transfer is on its way. */
  isMoving: boolean;
}

type AddressRow = Omit<TokenAddress, 'token' | 'inUnits' | 'outUnits'> &
  Token & { came: string; went: string };

/** As many as one call to a node takes. */
const pageSize = 100;

/** Goes through all token accounts of donations, or those that are named, a page at a time. */
export async function* listTokenAddresses(
  db: Database,
  which: { accounts?: readonly string[] },
): AsyncGenerator<TokenAddress[]> {
  let after = '';
  for (;;) {
    const { rows } = await sql<AddressRow>`
      select w.donation_id as "donationId", w.account, u.username, t.mint, t.symbol, t.decimals,
        e.came::text as came, e.went::text as went,
        e.unfinalized > 0 or exists (
          select from token_sweeps s where s.donation_id = d.id and s.state = 'live') as "isMoving"
      from token_watches w join donations d on d.id = w.donation_id join users u on u.id = d.user_id
      join tokens t on t.mint = d.token_mint
      cross join lateral (
        select coalesce(sum(units) filter (where units > 0), 0) as came,
          coalesce(-sum(units) filter (where units < 0), 0) as went, count(*) filter (where not finalized) as unfinalized
        from token_entries where donation_id = d.id and not dropped
      ) e
      where w.account > ${after} and (${which.accounts ?? null}::text[] is null or w.account = any (${which.accounts ?? null}))
      order by w.account limit ${pageSize}`.execute(db);
    if (rows.length > 0) yield rows.map(toAddress);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.account;
  }
}

function toAddress({ mint, symbol, decimals, came, went, ...row }: AddressRow): TokenAddress {
  const token = { mint, symbol, decimals };
  return { ...row, token, inUnits: BigInt(came), outUnits: BigInt(went) };
}
