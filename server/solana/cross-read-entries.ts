import { signature as toSignature, type Rpc, type Signature, type SolanaRpcApi } from '@solana/kit';
import type { NodeAccess } from './rpc-client.ts';

/** What final transactions did, one call for each, by each of two nodes; empty where only one is configured. */
export async function crossReadEntries<E>(
  client: Pick<NodeAccess, 'onTwoNodes'>,
  signatures: readonly string[],
  read: (rpc: Rpc<SolanaRpcApi>, seen: { signature: Signature; commitment: 'finalized' }) => Promise<E>,
): Promise<E[][]> {
  return await client.onTwoNodes(async (rpc) => {
    const entries: E[] = [];
    for (const signature of signatures)
      entries.push(await read(rpc, { signature: toSignature(signature), commitment: 'finalized' }));
    return entries;
  });
}
