import type { RpcClient } from './rpc-client.ts';
import { isNotThereYet } from './rpc-failure.ts';

/**
 * What `read` tells of nodes that have reached the slot it is given. Where those that have do not answer and others only
 * lack it, these are believed: what they say is late, and nothing would be later still.
 */
export async function readKeptUp<T>(
  { leastSlot }: Pick<RpcClient, 'leastSlot'>,
  read: (minContextSlot: bigint) => Promise<T>,
): Promise<T> {
  try {
    return await read(leastSlot());
  } catch (error) {
    if (!isNotThereYet(error)) throw error;
    return await read(0n);
  }
}
