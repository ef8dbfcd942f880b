import type { Address, Rpc, Signature, SolanaRpcApi } from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import type { SignedSweep, SweepOutcome } from '#server/app/sweep-ports.ts';
import { readEntry } from './chain-entry.ts';
import { requireHistory } from './node-history.ts';
import { isInFinalizedHistory } from './signature-history.ts';

/** A sweep whose fate is asked for. */
export interface SentSweep extends Pick<SignedSweep, 'lastValidBlockHeight'> {
  signature: Signature;
  address: Address;
  /** It cannot stand in an older slot: the history is not searched further back. Left out: all of it is. */
  signedSlot?: bigint;
}

/** Where a sweep stands, and what it did to the account that it was sent from once it is final. */
type Outcome<E> = { state: 'unknown'; isSeen?: true } | { state: 'landed'; entry: E } | { state: 'expired' };

/** Where a sweep of SOL stands. */
export async function readSweepOutcome(rpc: Rpc<SolanaRpcApi>, sweep: SentSweep): Promise<SweepOutcome> {
  return await readOutcome(rpc, sweep, readEntry);
}

/**
 * Where a sweep stands, by what one node says (architecture: 'Sweeping, never twice', step 5).
 *
 * | status | finalized height | finalized history | outcome |
 * |---|---|---|---|
 * | finalized | any | not asked | landed, whether it succeeded or failed |
 * | processed, confirmed | any | not asked | unknown |
 * | none | up to the last valid one | not asked | unknown |
 * | none, also afterwards | past it | has it | landed |
 * | none, also afterwards | past it | lacks it, and goes back to the first block it may stand in | expired |
 * | none, also afterwards | past it | lacks it, and begins later | `Transient`: the next node is asked |
 *
 * 'Afterwards' matters: between the first status and the height it may have become final. And so does the slot of
 * each answer, because one address may hide several machines: an answer from behind that slot counts as none.
 */
export async function readOutcome<E>(
  rpc: Rpc<SolanaRpcApi>,
  sweep: SentSweep,
  read: (rpc: Rpc<SolanaRpcApi>, seen: Parameters<typeof readEntry>[1]) => Promise<E>,
): Promise<Outcome<E>> {
  const { signature, address } = sweep;
  const landed = async (): Promise<Outcome<E>> => {
    const entry = await read(rpc, { signature, address, commitment: 'finalized' });
    return { state: 'landed', entry };
  };
  const first = await readStatus(rpc, sweep.signature, 0n);
  if (first === 'finalized') return landed();
  if (first !== null) return { state: 'unknown', isSeen: true };

  const finalized = await rpc.getEpochInfo({ commitment: 'finalized' }).send();
  if (finalized.blockHeight <= sweep.lastValidBlockHeight) return { state: 'unknown' };

  const again = await readStatus(rpc, sweep.signature, finalized.absoluteSlot);
  if (again === 'finalized') return landed();
  if (again !== null) return { state: 'unknown' };
  const { signedSlot = 0n } = sweep;
  const isThere = await isInFinalizedHistory(rpc, address, signature, {
    minContextSlot: finalized.absoluteSlot,
    oldestSlot: signedSlot,
  });
  if (isThere) return landed();
  // Asked for last, because a history only grows shorter.
  await requireHistory(rpc, sweep);
  return { state: 'expired' };
}

async function readStatus(
  rpc: Rpc<SolanaRpcApi>,
  signature: Signature,
  notBefore: bigint,
): Promise<'finalized' | 'seen' | null> {
  const { context, value } = await rpc
    .getSignatureStatuses([signature], { searchTransactionHistory: true })
    .send();
  if (context.slot < notBefore) throw new Transient('The node fell behind between two answers');
  const status = value[0];
  if (status === undefined) throw new Transient('A node answered for other signatures than it was asked');
  if (status === null) return null;
  return status.confirmationStatus === 'finalized' ? 'finalized' : 'seen';
}
