import { signature as toSignature, type Rpc, type SolanaRpcApi } from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import {
  mostSlotsAhead,
  type SeenSignature,
  type SignatureReading,
  type SignatureState,
} from '#server/app/chain-ports.ts';
import { readBlockTime } from './block-time.ts';
import { readFirstSlot, requireRecord, tooShort } from './node-history.ts';
import { mostSignatures } from './node-limits.ts';
import type { NodeAccess } from './rpc-client.ts';

/** By more than clocks differ: a block that is so much younger stands in a later slot. */
const longPastMs = 600_000;

/** Where signatures stand by one node; what it cannot know, by the first of the others that can. */
export async function readSignatures(
  client: Pick<NodeAccess, 'onOneNode'>,
  seen: readonly SeenSignature[],
): Promise<SignatureReading> {
  let told: SignatureReading | undefined;
  try {
    return await client.onOneNode(async (rpc) => {
      told = await completeWith(told, seen, (open) => readSignaturesOfOne(rpc, open));
      // The next node is asked.
      if (told.states.includes('unknown')) throw tooShort(null);
      return told;
    });
  } catch (error) {
    if (told === undefined || !(error instanceof Transient)) throw error;
    return told;
  }
}

/**
 * By each of two nodes. One whose history goes back to none of them is passed over, and so is one that lacks some while its
 * record of transactions is away: two such nodes at once would take back what is final.
 */
export async function crossReadSignatures(
  client: Pick<NodeAccess, 'onTwoNodes'>,
  seen: readonly SeenSignature[],
): Promise<SignatureReading[]> {
  return await client.onTwoNodes(async (rpc) => {
    const reading = await readSignaturesOfOne(rpc, seen);
    if (reading.states.every((state) => state === 'unknown')) throw tooShort(null);
    const missed = seen.flatMap(({ signature, slot }, index) => {
      const isMissed = reading.states[index] === 'missing' && slot !== null && slot < reading.finalizedSlot;
      return isMissed ? [{ signature: toSignature(signature), slot }] : [];
    });
    if (missed.length > 0) await requireRecord(rpc, missed);
    return reading;
  });
}

async function completeWith(
  told: SignatureReading | undefined,
  seen: readonly SeenSignature[],
  read: (open: readonly SeenSignature[]) => Promise<SignatureReading>,
): Promise<SignatureReading> {
  if (told === undefined) return await read(seen);
  const open = seen.filter((_, index) => told.states[index] === 'unknown');
  const further = await read(open);
  const at = new Map(open.map(({ signature }, index) => [signature, index]));
  const pick = <T>(of: readonly T[], from: readonly T[]): T[] =>
    of.map((own, index) => {
      const found = at.get(seen[index]?.signature ?? '');
      return found === undefined ? own : (from[found] ?? own);
    });
  return {
    // Of two nodes the one that is further behind.
    finalizedSlot:
      further.finalizedSlot !== 0n && further.finalizedSlot < told.finalizedSlot
        ? further.finalizedSlot
        : told.finalizedSlot,
    impossible: new Set([...(told.impossible ?? []), ...(further.impossible ?? [])]),
    states: pick(told.states, further.states),
    slots: pick(told.slots, further.slots),
  };
}

/**
 * One call where the node knows every signature. Where it lacks some, the finalized slot is asked for and then all of
 * them again: what is `missing` then was missing when that slot was final already. How far its history goes back is
 * asked for last, because it only grows shorter.
 */
async function readSignaturesOfOne(
  rpc: Rpc<SolanaRpcApi>,
  seen: readonly SeenSignature[],
): Promise<SignatureReading> {
  if (seen.length > mostSignatures) throw new RangeError(`At most ${mostSignatures} signatures at once`);
  const first = await readStatuses(rpc, seen);
  if (!first.states.includes('missing')) return { ...first, finalizedSlot: 0n };
  const finalizedSlot = await rpc.getSlot({ commitment: 'finalized' }).send();
  const { slot, states, slots } = await readStatuses(rpc, seen);
  // Behind one address there may be several machines, and this one lags behind the one before.
  if (slot < finalizedSlot) throw new Transient('The node fell behind between two answers');
  // Until the slot in which it was seen is final, lacking it says nothing anyway.
  const isMissed = ({ slot: seenIn }: SeenSignature, index: number): boolean =>
    states[index] === 'missing' && seenIn !== null && seenIn < finalizedSlot;
  const firstSlot = seen.some(isMissed) ? await readFirstSlotIfTold(rpc) : null;
  const isBefore = (seenIn: bigint | null) => firstSlot === null || seenIn === null || seenIn < firstSlot;
  const judged = seen.map((each, index): SignatureState =>
    isMissed(each, index) && isBefore(each.slot) ? 'unknown' : (states[index] ?? 'missing'),
  );
  const lacked = seen.filter((_, index) => states[index] === 'missing');
  return {
    finalizedSlot,
    states: judged,
    slots,
    impossible: await findImpossible(rpc, lacked, finalizedSlot),
  };
}

/** Of what the node lacks, what is said to stand in a slot that it is far from, though its final blocks are of a later time. */
async function findImpossible(
  rpc: Rpc<SolanaRpcApi>,
  lacked: readonly SeenSignature[],
  finalizedSlot: bigint,
): Promise<ReadonlySet<string>> {
  const ahead = lacked.filter(({ slot }) => slot !== null && slot > finalizedSlot + mostSlotsAhead);
  if (ahead.length === 0) return new Set();
  const finalizedAt = await readBlockTime(rpc, finalizedSlot);
  const isPast = ({ blockTime }: SeenSignature): boolean =>
    blockTime !== undefined && finalizedAt.getTime() - blockTime.getTime() > longPastMs;
  return new Set(ahead.filter(isPast).map(({ signature }) => signature));
}

/** A node that will not say how far back it goes leaves the old ones unknown, and holds up nothing of the others. */
async function readFirstSlotIfTold(rpc: Rpc<SolanaRpcApi>): Promise<bigint | null> {
  try {
    return await readFirstSlot(rpc);
  } catch (error) {
    if (error instanceof Transient) return null;
    throw error;
  }
}

async function readStatuses(rpc: Rpc<SolanaRpcApi>, seen: readonly SeenSignature[]) {
  const signatures = seen.map(({ signature }) => toSignature(signature));
  const { context, value } = await rpc
    .getSignatureStatuses(signatures, { searchTransactionHistory: true })
    .send();
  if (value.length !== signatures.length) throw new Transient('A node answered for other signatures');
  return {
    slot: context.slot,
    states: value.map((status) => stateOf(status)),
    slots: value.map((status) => status?.slot ?? null),
  };
}

function stateOf(status: { confirmationStatus: SignatureState | null } | null): SignatureState {
  // A node that gives no status at all with a transaction it knows has it at least processed.
  return status === null ? 'missing' : (status.confirmationStatus ?? 'processed');
}
