import { signature as toSignature, type Rpc, type Signature, type SolanaRpcApi } from '@solana/kit';
import { NotThere } from '#server/app/outside.ts';
import type { NodeAccess } from './rpc-client.ts';

/**
 * What final transactions did, one call for each, by each of two nodes; empty where only one is configured. Null where a node
 * does not have one: it may have pruned it, and tells of the others all the same. One that has none of them is passed over.
 */
export async function crossReadEntries<E>(
  client: Pick<NodeAccess, 'onTwoNodes'>,
  signatures: readonly string[],
  read: (rpc: Rpc<SolanaRpcApi>, seen: { signature: Signature; commitment: 'finalized' }) => Promise<E>,
): Promise<(E | null)[][]> {
  return await client.onTwoNodes(async (rpc) => {
    const entries: (E | null)[] = [];
    for (const signature of signatures) {
      const reading = read(rpc, { signature: toSignature(signature), commitment: 'finalized' });
      entries.push(await reading.catch(nullIfNotThere));
    }
    if (entries.every((entry) => entry === null))
      throw new NotThere('The node has none of these transactions');
    return entries;
  });
}

function nullIfNotThere(error: unknown): null {
  if (error instanceof NotThere) return null;
  throw error;
}
