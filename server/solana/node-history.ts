import { signature as toSignature, type Rpc, type Signature, type SolanaRpcApi } from '@solana/kit';
import { HistoryTooShort, Permanent, Transient } from '#server/app/outside.ts';
import { mostBlocksValid } from './blockhash-end.ts';
import { mostSignatures } from './node-limits.ts';

/** Slots before a signing in which the block that it followed is looked for: of twenty minutes without a block. */
const mostSlotsBack = 3000n;
/** So many of what a block holds are asked for: not each node keeps the status of every kind of transaction. */
const mostOfBlock = 32;
const ofBlock = { commitment: 'finalized', rewards: false } as const;

/** A transfer of which a node says that it knows nothing. */
export interface MissedTransfer {
  signature: Signature;
  lastValidBlockHeight: bigint;
  /** Where it was signed: it stands in a later slot. Stored of withdrawals alone. */
  signedSlot?: bigint;
}

/**
 * The oldest slot after the genesis of which a node has the block, in its long-term storage as well where it has one;
 * null when it does not tell. To what is older it answers as to what never was.
 *
 * Not by `getFirstAvailableBlock`: it says 0 as long as the node has the genesis, which every node is set up with,
 * however late the snapshot was that it began from; and 0 when it has nothing yet. `minimumLedgerSlot` says the same and
 * knows of no long-term storage.
 */
export async function readFirstSlot(rpc: Rpc<SolanaRpcApi>): Promise<bigint | null> {
  const [first] = await listFirstSlots(rpc, 1);
  return first ?? null;
}

/**
 * Throws `HistoryTooShort` unless a node's history holds every block in which a transfer may stand: without them it cannot
 * say that the transfer never landed.
 *
 * Only the height of its last block is stored of most transfers. No height is above its slot, so a history that begins
 * at a low enough slot suffices; otherwise the height of its first block decides. Of a node that was set up from a
 * snapshot that may be unreadable, being the snapshot's own: then it is that of the second.
 */
export async function requireHistory(
  rpc: Rpc<SolanaRpcApi>,
  { signature, lastValidBlockHeight, signedSlot }: MissedTransfer,
): Promise<void> {
  if (signedSlot !== undefined) {
    const ofItsBlock = await requireBlocksFrom(rpc, signedSlot, lastValidBlockHeight);
    if (await lacksRecord(rpc, ofItsBlock, [signature]))
      throw untold('The node knows nothing of what stands in its own blocks, too little');
    return;
  }
  const [firstSlot, secondSlot] = await listFirstSlots(rpc, 2);
  if (firstSlot === undefined) throw tooShort(null);
  const height = lastValidBlockHeight > mostBlocksValid ? lastValidBlockHeight - mostBlocksValid : 1n;
  if (firstSlot <= height) return;
  const firstHeight =
    (await readHeight(rpc, firstSlot)) ??
    (secondSlot === undefined ? null : await readHeight(rpc, secondSlot));
  if (firstHeight === null || firstHeight > height) throw tooShort(firstSlot);
}

/**
 * The same where the slot is known in which it was signed: it stands in a later one. A node that was away for a while may
 * lack blocks in the midst of its history: so all of them have to be there, from the last one up to that slot (an older
 * one where that fork lost) to the last valid one. Heights have no holes. Returns transactions of the first of them.
 */
async function requireBlocksFrom(
  rpc: Rpc<SolanaRpcApi>,
  signedSlot: bigint,
  last: bigint,
): Promise<readonly Signature[]> {
  const from = signedSlot > mostSlotsBack ? signedSlot - mostSlotsBack : 1n;
  const slots = await listSlots(rpc, from, Number(mostSlotsBack + mostBlocksValid));
  const first = slots.findLastIndex((slot) => slot <= signedSlot);
  const firstSlot = slots[first];
  if (firstSlot === undefined) throw tooShort(slots[0] ?? null);
  const block = await readTransactionsOf(rpc, firstSlot);
  const firstHeight = block?.blockHeight ?? null;
  if (block === null || firstHeight === null) throw tooShort(firstSlot);
  const blocks = last < firstHeight + mostBlocksValid ? last - firstHeight : mostBlocksValid;
  const lastSlot = slots[first + Number(blocks)];
  if (lastSlot === undefined || (await readHeight(rpc, lastSlot)) !== firstHeight + blocks)
    throw untold(`The node’s history lacks blocks after slot ${firstSlot}, too many`);
  return (block.signatures ?? []).map(toSignature);
}

/**
 * Throws `Transient` where a node that lacks final transactions knows nothing either of its own block from the slot of the
 * oldest on: its record is away. `HistoryTooShort` where it does not tell of that block.
 */
export async function requireRecord(
  rpc: Rpc<SolanaRpcApi>,
  missed: readonly { signature: Signature; slot: bigint }[],
): Promise<void> {
  const [oldest = 0n] = missed.map(({ slot }) => slot).toSorted((a, b) => Number(a - b));
  const [slot = null] = await listSlots(rpc, oldest, 1);
  const block = slot === null ? null : await readTransactionsOf(rpc, slot);
  if (block === null) throw tooShort(slot);
  const transactions = (block.signatures ?? []).map(toSignature);
  const isAway = await lacksRecord(
    rpc,
    transactions,
    missed.map(({ signature }) => signature),
  );
  if (isAway) throw new Transient('The node knows nothing of what stands in its own blocks');
}

/**
 * Whether a node knows nothing of what stands in a block of its own: the record of transactions may be away for a while, and
 * then it says 'never' of everything. Those missed are asked for in the same calls, so that the record does not come back in
 * between. A sandbox's block may be empty, which proves nothing; on a real chain none is.
 */
async function lacksRecord(
  rpc: Rpc<SolanaRpcApi>,
  transactions: readonly Signature[],
  missed: readonly Signature[],
): Promise<boolean> {
  if (transactions.length === 0) return false;
  const step = Math.ceil(transactions.length / mostOfBlock);
  const others = transactions.filter((_, index) => index % step === 0);
  const most = mostSignatures - mostOfBlock;
  for (let first = 0; first < missed.length; first += most) {
    const asked = missed.slice(first, first + most);
    const { value } = await rpc
      .getSignatureStatuses([...asked, ...others], { searchTransactionHistory: true })
      .send();
    if (value.slice(0, asked.length).some((status) => status !== null))
      throw new Transient('The node knows the transaction after all');
    if (value.slice(asked.length).every((status) => status === null)) return true;
  }
  return false;
}

/** That a node cannot tell what became of something, in words for the operator. */
export function tooShort(firstSlot: bigint | null): HistoryTooShort {
  return untold(
    firstSlot === null
      ? 'The node does not say that its history goes back far enough'
      : `The node’s history begins with slot ${firstSlot}, too late`,
  );
}

function untold(why: string): HistoryTooShort {
  return new HistoryTooShort(
    `${why} to tell whether the transaction landed: add a node with full history to SOLANA_RPC_URL`,
  );
}

/** The oldest of them, as many as the limit at most; none where the node does not tell. */
async function listFirstSlots(rpc: Rpc<SolanaRpcApi>, limit: number): Promise<readonly bigint[]> {
  return await listSlots(rpc, 1n, limit);
}

async function listSlots(rpc: Rpc<SolanaRpcApi>, from: bigint, limit: number): Promise<readonly bigint[]> {
  const slots = await unlessRefused(() =>
    rpc.getBlocksWithLimit(from, limit, { commitment: 'finalized' }).send(),
  );
  return slots ?? [];
}

async function readTransactionsOf(rpc: Rpc<SolanaRpcApi>, slot: bigint) {
  return await unlessRefused(() =>
    rpc.getBlock(slot, { ...ofBlock, transactionDetails: 'signatures' }).send(),
  );
}

async function readHeight(rpc: Rpc<SolanaRpcApi>, slot: bigint): Promise<bigint | null> {
  const block = await unlessRefused(() =>
    rpc.getBlock(slot, { ...ofBlock, transactionDetails: 'none' }).send(),
  );
  return block?.blockHeight ?? null;
}

/** A node that does not know the question has not answered it; another one may. */
async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Permanent) return null;
    throw error;
  }
}
