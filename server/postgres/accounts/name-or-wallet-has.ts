import { type RawBuilder, sql } from 'kysely';

/**
 * Where a recovery made account `u` for a wallet that could not be its own (docs/decisions/009) and its money goes there
 * still: that wallet; else null. Of any other account a payout address says nothing: everybody chooses theirs.
 */
export const recoveredWallet = sql<string | null>`
  case when exists (select from recovered_wallets r where r.user_id = u.id) then u.payout_address end`;

/** Whether the name of account `u`, its wallet or the one it was recovered for contains a text, in whatever case. */
export function nameOrWalletHas(text: string): RawBuilder<boolean> {
  if (text === '') return sql<boolean>`true`;
  return sql<boolean>`(position(lower(${text}) in lower(u.username)) > 0
    or position(lower(${text}) in lower(u.wallet_address)) > 0
    or position(lower(${text}) in lower(${recoveredWallet})) > 0)`;
}
