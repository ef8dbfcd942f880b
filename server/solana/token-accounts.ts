import { getBase64Encoder, type Address } from '@solana/kit';
import { AccountState, getTokenDecoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import type { RpcClient } from './rpc-client.ts';
import { tokenAccountBytes } from './token-account.ts';

/** Tokens that lie with an address of ours. */
export interface TokenAccount {
  /** The account that holds them. */
  address: Address;
  mint: Address;
  amount: bigint;
  /** Only accounts of the first Token program can be moved by `rescue-token`. */
  isMovable: boolean;
  /** By the token's issuer: nobody moves anything until they thaw it. */
  isFrozen: boolean;
}

const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;

/** The token accounts of an address, of both token programs: two calls. */
export async function listTokenAccounts({ rpc }: RpcClient, owner: Address): Promise<TokenAccount[]> {
  const found: TokenAccount[] = [];
  for (const programId of [TOKEN_PROGRAM_ADDRESS, token2022]) {
    const { value } = await rpc
      .getTokenAccountsByOwner(owner, { programId }, { commitment: 'confirmed', encoding: 'base64' })
      .send();
    for (const { pubkey, account } of value) {
      // Both programs begin an account alike; the second one appends its extensions.
      const bytes = getBase64Encoder().encode(account.data[0]).slice(0, tokenAccountBytes);
      const { mint, amount, state } = getTokenDecoder().decode(bytes);
      const isMovable = programId === TOKEN_PROGRAM_ADDRESS;
      found.push({ address: pubkey, mint, amount, isMovable, isFrozen: state === AccountState.Frozen });
    }
  }
  return found;
}
