import type { Address, Rpc, SolanaRpcApi } from '@solana/kit';
import { Permanent } from '#server/app/outside.ts';

/** Most lamports that a transfer pays on top of the network's fixed fee to be taken sooner. */
export const mostPriorityFeeLamports = 5000n;

const microLamportsPerLamport = 1_000_000n;

/** The most that may be offered per compute unit, in micro-lamports, where a transfer takes so many units. */
export function mostMicroLamportsPerUnit(computeUnits: number): bigint {
  return (mostPriorityFeeLamports * microLamportsPerLamport) / BigInt(computeUnits);
}

/**
 * What to offer per compute unit, in micro-lamports: what three in four recent blocks took for these accounts, so
 * that the fee of `computeUnits` units never exceeds the most that is paid. 0 where a node does not offer the call.
 */
export async function readPriorityFee(
  rpc: Rpc<SolanaRpcApi>,
  accounts: readonly Address[],
  computeUnits: number,
): Promise<bigint> {
  const recent = await listRecentFees(rpc, accounts);
  const sorted = recent.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  const wanted = sorted[Math.floor(sorted.length * 0.75)] ?? 0n;
  const most = mostMicroLamportsPerUnit(computeUnits);
  return wanted < most ? wanted : most;
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
