import {
  type Address,
  type Blockhash,
  type Commitment,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Rpc,
  type Signature,
  type SolanaRpcApi,
} from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import type { SignedSweep, SweepOutcome } from '#server/app/sweep-ports.ts';
import { readEntry } from './chain-entry.ts';
import { type MissedTransfer, requireHistory } from './node-history.ts';
import type { NodeAccess } from './rpc-client.ts';
import { isInFinalizedHistory } from './signature-history.ts';

/** A sweep whose fate is asked for. */
export interface SentSweep extends MissedTransfer, Pick<SignedSweep, 'raw'> {
  address: Address;
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
 * | status | finalized height | blockhash | finalized history | outcome |
 * |---|---|---|---|---|
 * | finalized | any | not asked for | not asked | landed, whether it succeeded or failed |
 * | processed, confirmed | any | not asked for | not asked | unknown |
 * | none | up to the last valid one | not asked for | not asked | unknown |
 * | none | past it | still valid | not asked | unknown |
 * | none, also afterwards | past it | no longer valid | has it | landed |
 * | the same | past it | no longer valid | lacks it, and goes back to the first block it may stand in | expired |
 * | the same | past it | no longer valid | lacks it, and begins later | `Transient`: the next node is asked |
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

  const overSince = await readOverSince(rpc, sweep);
  if (overSince === null) return { state: 'unknown' };

  const again = await readStatus(rpc, sweep.signature, overSince);
  if (again === 'finalized') return landed();
  if (again !== null) return { state: 'unknown' };
  // It cannot stand in an older slot: the history is not searched further back.
  const { signedSlot = 0n } = sweep;
  const isThere = await isInFinalizedHistory(rpc, address, signature, {
    minContextSlot: overSince,
    oldestSlot: signedSlot,
  });
  if (isThere) return landed();
  // Asked for last, because a history only grows shorter.
  await requireHistory(rpc, sweep);
  return { state: 'expired' };
}

/**
 * A final slot of the node, from which on the transfer gets into no new block any more; null while it may.
 *
 * The last valid height is the word of the node that gave the blockhash, and that one may know the bytes and keep them:
 * told too low, it would have them signed twice. So this one has to say itself that the blockhash is no longer valid. By
 * its final blocks alone one that is newer than they are would not be valid either.
 */
async function readOverSince(
  rpc: Rpc<SolanaRpcApi>,
  { raw, lastValidBlockHeight }: SentSweep,
): Promise<bigint | null> {
  const finalized = await rpc.getEpochInfo({ commitment: 'finalized' }).send();
  if (finalized.blockHeight <= lastValidBlockHeight) return null;
  const ask = (commitment: Commitment) =>
    rpc.isBlockhashValid(blockhashOf(raw), { commitment, minContextSlot: finalized.absoluteSlot }).send();
  if ((await ask('confirmed')).value) return null;
  const { context, value } = await ask('finalized');
  return value ? null : context.slot;
}

function blockhashOf(raw: Uint8Array): Blockhash {
  const { messageBytes } = getTransactionDecoder().decode(raw);
  return getCompiledTransactionMessageDecoder().decode(messageBytes).lifetimeToken as Blockhash;
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

/**
 * Where a transfer stands by the node that is asked first; one that is overdue, by two of them, because one that always says
 * that the chain has not come far enough would keep it on its way for ever. What either has seen has no end yet, and what has
 * landed by either is not signed anew.
 */
export async function readOutcomeAmong<E>(
  client: Pick<NodeAccess, 'onOneNode' | 'onTwoNodes'>,
  isOverdue: boolean,
  read: (rpc: Rpc<SolanaRpcApi>) => Promise<Outcome<E>>,
): Promise<Outcome<E>> {
  const both = isOverdue ? await onTwoIfThere(client, read) : [];
  return (
    both.find((outcome) => outcome.state === 'unknown' && outcome.isSeen) ??
    both.find(({ state }) => state === 'landed') ??
    both.find(({ state }) => state === 'expired') ??
    both[0] ??
    (await client.onOneNode(read))
  );
}

/** Nobody where fewer than two of several answer. */
async function onTwoIfThere<T>(
  client: Pick<NodeAccess, 'onTwoNodes'>,
  read: (rpc: Rpc<SolanaRpcApi>) => Promise<T>,
): Promise<T[]> {
  try {
    return await client.onTwoNodes(read);
  } catch (error) {
    if (error instanceof Transient) return [];
    throw error;
  }
}
