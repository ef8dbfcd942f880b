import { getAddressDecoder } from '@solana/kit';
import { type AccountState } from './account-state.ts';
import { readNonce } from './durable-nonce.ts';

/** The first Token program, the only one whose accounts are shown as tokens. */
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_ACCOUNT_BYTES = 165;
const MINT_DECIMALS_OFFSET = 44;
const NONCE_ACCOUNT_BYTES = 80;

/** The parts of a token account that the sandbox shows. Amounts are in the token's smallest unit. */
export type TokenAccount = { readonly mint: string; readonly owner: string; readonly amount: bigint };

/** Reads a token account; undefined when the account is none. */
export function readTokenAccount(state: AccountState | null): TokenAccount | undefined {
  if (state?.owner !== TOKEN_PROGRAM || state.data.length !== TOKEN_ACCOUNT_BYTES) return undefined;
  const addresses = getAddressDecoder();
  return {
    mint: addresses.decode(state.data, 0),
    owner: addresses.decode(state.data, 32),
    amount: Buffer.from(state.data).readBigUInt64LE(64),
  };
}

/** The decimals of a mint. */
export function readMintDecimals(state: AccountState | null): number {
  return state?.data[MINT_DECIMALS_OFFSET] ?? 0;
}

/** `jsonParsed` data of a nonce account; undefined for accounts that are then sent as base64. */
export function parseAccountData(state: AccountState): Record<string, unknown> | undefined {
  const blockhash = readNonce(state);
  if (blockhash === undefined) return undefined;
  const authority = getAddressDecoder().decode(state.data, 8);
  const lamportsPerSignature = String(Buffer.from(state.data).readBigUInt64LE(72));
  const info = { authority, blockhash, feeCalculator: { lamportsPerSignature } };
  return { program: 'nonce', parsed: { info, type: 'initialized' }, space: NONCE_ACCOUNT_BYTES };
}
