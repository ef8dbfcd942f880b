import { sql } from 'kysely';
import { unitsToTokens } from '#contract/tokens.ts';
import type { Database } from '#server/postgres/connection/database.ts';

type Row = Record<string, unknown>;

/** Units as they are downloaded: exact twice over. */
interface Units {
  units: string;
  tokens: string;
}

interface SideRow {
  of: string;
  mint: string;
  symbol: string;
  decimals: number;
  account: string;
  minimum: string;
  asked: string | null;
  received: string;
}

/** The token sides of donations with their payments and transfers, by donation; those in SOL have none. */
export async function readOwnTokens(db: Database, donationIds: readonly string[]): Promise<Map<string, Row>> {
  const { rows: sides } = await sql<SideRow>`
    select d.id as of, t.mint, t.symbol, t.decimals, d.token_account as account, d.minimum_units::text as minimum,
      d.asked_units::text as asked, d.received_units::text as received
    from donations d join tokens t on t.mint = d.token_mint where d.id = any(${donationIds}::uuid[])`.execute(
    db,
  );
  if (sides.length === 0) return new Map();
  const ids = sides.map(({ of }) => of);
  const { rows: entries } = await sql<Row & { of: string; change: string }>`
    select e.donation_id as of, e.signature, e.slot::text as slot, e.block_time as at, e.units::text as change,
      e.succeeded, e.finalized, e.dropped, e.payers
    from token_entries e join donations d on d.id = e.donation_id
    where d.id = any(${ids}::uuid[]) and (d.texts_removed_at is null or e.units <= 0)
    order by e.slot, e.signature`.execute(db);
  const { rows: sweeps } = await sql<Row & { of: string; amount: string }>`
    select donation_id as of, signature, destination, units::text as amount, fee_lamports::text as "feeLamports",
      fee_payer as "feePayer", state, created_at as "createdAt", ended_at as "endedAt"
    from token_sweeps where donation_id = any(${ids}::uuid[]) order by created_at, signature`.execute(db);
  return new Map(
    sides.map(({ of, minimum, asked, received, ...side }) => {
      const show = (units: string): Units => present(units, side.decimals);
      const payments = entries
        .filter((entry) => entry.of === of)
        .map((entry) => ({ ...entry, change: show(entry.change), of: undefined }));
      const transfers = sweeps
        .filter((transfer) => transfer.of === of)
        .map((transfer) => ({ ...transfer, amount: show(transfer.amount), of: undefined }));
      const amounts = { minimum: show(minimum), asked: asked && show(asked), received: show(received) };
      return [of, { ...side, ...amounts, payments, transfers }];
    }),
  );
}

/** Which tokens a streamer takes or took; undefined where they never chose any. */
export async function readTokenChoices(db: Database, userId: string): Promise<Row[] | undefined> {
  const { rows } = await sql<{
    mint: string;
    symbol: string;
    isOn: boolean;
    decimals: number;
    minimum: string;
  }>`
    select t.mint, t.symbol, t.decimals, s.is_on as "isOn", s.minimum_units::text as minimum
    from streamer_tokens s join tokens t using (mint) where s.user_id = ${userId} order by t.symbol`.execute(
    db,
  );
  if (rows.length === 0) return undefined;
  return rows.map(({ decimals, minimum, ...choice }) => ({ ...choice, minimum: present(minimum, decimals) }));
}

function present(units: string, decimals: number): Units {
  return { units, tokens: unitsToTokens(BigInt(units), decimals) };
}
