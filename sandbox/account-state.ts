import type { Address } from '@solana/kit';

/** What an account holds at some slot; an account without lamports does not exist and is null. */
export type AccountState = {
  readonly lamports: bigint;
  readonly data: Uint8Array;
  readonly owner: Address;
  readonly executable: boolean;
};

/** The program that owns every account that only holds SOL. */
export const SYSTEM_PROGRAM = '11111111111111111111111111111111' as Address;

/** Whether two states of one account are the same in everything a client can see. */
export function isSameState(a: AccountState | null, b: AccountState | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.executable === b.executable &&
    Buffer.compare(a.data, b.data) === 0
  );
}
