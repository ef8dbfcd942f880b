import {
  type Address,
  type Base64EncodedDataResponse,
  getBase64Encoder,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit';
import {
  AccountState,
  findAssociatedTokenPda,
  getTokenDecoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { Transient } from '#server/app/outside.ts';
import { mostAddresses } from './node-limits.ts';

/** What stands at an address where a token account is expected; null: nothing, or no account of the Token program. */
type TokenAccountState = {
  units: bigint;
  lamports: bigint;
  owner: Address;
  mint: Address;
  isFrozen: boolean;
} | null;

/** What a token account takes of room. */
export const tokenAccountBytes = 165;

/** The associated token account of a wallet. */
export async function associatedAccount(owner: Address, mint: Address): Promise<Address> {
  const [account] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  return account;
}

/** As of when accounts are read: a node that has not reached the slot refuses. */
export interface AccountsAt {
  commitment: 'confirmed' | 'finalized';
  minContextSlot?: bigint;
}

/** Reads up to 100 token accounts with one call, in their order. */
export async function readTokenAccounts(
  rpc: Rpc<SolanaRpcApi>,
  accounts: readonly Address[],
  at: AccountsAt,
): Promise<{ slot: bigint; states: TokenAccountState[] }> {
  if (accounts.length > mostAddresses)
    throw new RangeError(`At most ${mostAddresses} addresses can be read at once`);
  const dataSlice = { offset: 0, length: tokenAccountBytes };
  const { context, value } = await rpc
    .getMultipleAccounts(accounts, { ...at, encoding: 'base64', dataSlice })
    .send();
  if (value.length !== accounts.length)
    throw new Transient('A node answered for other addresses than it was asked');
  return { slot: context.slot, states: value.map(toState) };
}

/** Nobody but the Token program writes into its accounts: what is not its own holds none of its tokens. */
function toState(
  account: { owner: Address; lamports: bigint; data: Base64EncodedDataResponse } | null,
): TokenAccountState {
  if (account === null || account.owner !== TOKEN_PROGRAM_ADDRESS) return null;
  const bytes = getBase64Encoder().encode(account.data[0]);
  if (bytes.length !== tokenAccountBytes) throw new Transient('A node gave a token account cut short');
  const { amount, owner, mint, state } = getTokenDecoder().decode(bytes);
  const { lamports } = account;
  return { units: amount, lamports, owner, mint, isFrozen: state === AccountState.Frozen };
}

/** What a mint says of itself; null where there is none of the Token program. `program` is who owns it. */
export async function readMint(
  rpc: Rpc<SolanaRpcApi>,
  mint: Address,
): Promise<{ program: Address; decimals: number | null } | null> {
  const { value } = await rpc
    .getMultipleAccounts([mint], { commitment: 'confirmed', encoding: 'base64' })
    .send();
  const account = value[0] ?? null;
  if (account === null) return null;
  const bytes = getBase64Encoder().encode(account.data[0]);
  const isMint = account.owner === TOKEN_PROGRAM_ADDRESS && bytes.length === mintBytes && bytes[45] === 1;
  return { program: account.owner, decimals: isMint ? (bytes[44] ?? null) : null };
}

const mintBytes = 82;
