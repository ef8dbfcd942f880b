import type { Address, Rpc, SolanaRpcApi } from '@solana/kit';
import { Permanent } from '#server/app/outside.ts';

/** Most lamports that a transfer pays on top of the network's fixed fee to be taken sooner. */
export const mostPriorityFeeLamports = 5000n;

/** In so many steps a transfer that nobody takes in time comes to offer the most. */
const raises = 5n;

const microLamportsPerLamport = 1_000_000n;

/** The most that may be offered per compute unit, in micro-lamports, where a transfer takes so many units. */
export function mostMicroLamportsPerUnit(computeUnits: number): bigint {
  return (mostPriorityFeeLamports * microLamportsPerLamport) / BigInt(computeUnits);
}

/**
 * What to offer per compute unit, in micro-lamports: what three in four recent blocks took for these accounts, so
 * that the fee of `computeUnits` units never exceeds the most that is paid. 0 where a node does not offer the call.
 *
 * Of addresses that nobody else pays for a node knows no fee, however busy the chain is: each transfer of the same money
 * that `expired` raises what is offered by a fifth of the most. Not the first one: it may have been lost for another reason.
 */
export async function readPriorityFee(
  rpc: Rpc<SolanaRpcApi>,
  accounts: readonly Address[],
  { computeUnits, expired }: { computeUnits: number; expired: number },
): Promise<bigint> {
  const recent = await listRecentFees(rpc, accounts);
  const sorted = recent.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  const most = mostMicroLamportsPerUnit(computeUnits);
  const raised = (most * BigInt(Math.max(expired - 1, 0))) / raises;
  const wanted = sorted[Math.floor(sorted.length * 0.75)] ?? 0n;
  const offered = wanted > raised ? wanted : raised;
  return offered < most ? offered : most;
}

async function listRecentFees(rpc: Rpc<SolanaRpcApi>, accounts: readonly Address[]): Promise<bigint[]> {
  try {
    const recent = await rpc.getRecentPrioritizationFees(accounts).send();
    return recent.map((block) => block.prioritizationFee);
  } catch (error) {
    // The call is a courtesy of the node: a sweep without priority is slower, not wrong.
    if (error instanceof Permanent) return [];
    throw error;
  }
}
