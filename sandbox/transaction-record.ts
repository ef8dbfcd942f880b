import type { Address, Signature } from '@solana/kit';
import type { LoadedAddresses } from './lookup-tables.ts';
import type { TokenBalance } from './token-balances.ts';

/** An instruction that a program called, as `meta.innerInstructions` shows it. */
type InnerInstruction = {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: string;
  readonly stackHeight: number;
};

/** What running a transaction gave, whether it succeeded or failed after paying its fee. */
export type Outcome = {
  readonly err: unknown;
  readonly feeLamports: bigint;
  readonly logs: readonly string[];
  readonly computeUnits: bigint;
  readonly innerInstructions: readonly {
    readonly index: number;
    readonly instructions: readonly InnerInstruction[];
  }[];
  readonly returnData: { readonly programId: string; readonly data: readonly [string, 'base64'] } | null;
};

/** A transaction that landed in a block. Balances go with `keys`, in lamports. */
export type TransactionRecord = Outcome & {
  readonly signature: Signature;
  readonly slot: number;
  /** Its place in the block, from 0. */
  readonly position: number;
  /** Unix seconds. */
  readonly blockTime: number;
  readonly wire: Uint8Array;
  /** Static accounts, then loaded writable, then loaded read-only ones. */
  readonly keys: readonly Address[];
  readonly loaded: LoadedAddresses;
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  /** Left out in what landed before the sandbox knew of them. */
  readonly preTokenBalances?: readonly TokenBalance[];
  readonly postTokenBalances?: readonly TokenBalance[];
  readonly memo: string | null;
};
