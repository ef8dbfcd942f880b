import type { Address } from '@solana/kit';
import type { AccountState } from './account-state.ts';
import { readMintDecimals, readTokenAccount, TOKEN_PROGRAM } from './parsed-accounts.ts';

/** What a token account that a transaction names held, as `meta.preTokenBalances` shows it. */
export type TokenBalance = {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly uiTokenAmount: Record<string, unknown>;
};

/** An amount of a token as RPC answers show it. */
export function toTokenAmount(amount: bigint, decimals: number): Record<string, unknown> {
  const uiAmount = Number(amount) / 10 ** decimals;
  return { amount: String(amount), decimals, uiAmount, uiAmountString: String(uiAmount) };
}

/** The token balances among accounts in the order in which a transaction names them. */
export function listTokenBalances(
  states: readonly (AccountState | null)[],
  read: (address: Address) => AccountState | null,
): TokenBalance[] {
  return states.flatMap((state, accountIndex) => {
    const token = readTokenAccount(state);
    if (token === undefined) return [];
    const { mint, owner, amount } = token;
    const decimals = readMintDecimals(read(mint as Address));
    const uiTokenAmount = toTokenAmount(amount, decimals);
    return [{ accountIndex, mint, owner, programId: TOKEN_PROGRAM, uiTokenAmount }];
  });
}
