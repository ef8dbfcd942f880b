import type { Rpc, SolanaRpcApi } from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import { isSlotWithoutBlock } from './rpc-failure.ts';

const mostSlotsBack = 64n;

/**
 * The time of the block in a slot, or of the nearest block before it: leaders skip slots, and a node may not have
 * the newest block yet. Throws `Transient` when 64 slots in a row have none.
 */
export async function readBlockTime(rpc: Rpc<SolanaRpcApi>, slot: bigint): Promise<Date> {
  for (let at = slot; at >= 0n && at > slot - mostSlotsBack; at -= 1n) {
    const seconds = await blockTimeOf(rpc, at);
    if (seconds !== null) return new Date(Number(seconds) * 1000);
  }
  throw new Transient(`No block within ${mostSlotsBack} slots before ${slot}`);
}

async function blockTimeOf(rpc: Rpc<SolanaRpcApi>, slot: bigint): Promise<bigint | null> {
  try {
    return await rpc.getBlockTime(slot).send();
  } catch (error) {
    if (isSlotWithoutBlock(error)) return null;
    throw error;
  }
}
