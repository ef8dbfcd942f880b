import type { Address, Rpc, SolanaRpcApi } from '@solana/kit';
import { Permanent } from '#server/app/outside.ts';

const microLamportsPerLamport = 1_000_000n;

/**
 * What to offer per compute unit, in micro-lamports: what three in four recent blocks took for these accounts, so
 * that the fee of `computeUnits` units never exceeds `mostLamports`. 0 where a node does not offer the call.
 */
export async function readPriorityFee(
  rpc: Rpc<SolanaRpcApi>,
  accounts: readonly Address[],
  limit: { computeUnits: number; mostLamports: bigint },
): Promise<bigint> {
  const recent = await listRecentFees(rpc, accounts);
  const sorted = recent.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  const wanted = sorted[Math.floor(sorted.length * 0.75)] ?? 0n;
  const most = (limit.mostLamports * microLamportsPerLamport) / BigInt(limit.computeUnits);
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
