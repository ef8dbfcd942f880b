import { signature as toSignature, type Rpc, type Signature, type SolanaRpcApi } from '@solana/kit';
import type { NodeAccess } from './rpc-client.ts';

/** What final transactions did, one call for each, by each of two nodes, or by the only one that is configured. */
export async function crossReadEntries<E>(
  client: Pick<NodeAccess, 'onOneNode' | 'onTwoNodes'>,
  signatures: readonly string[],
  read: (rpc: Rpc<SolanaRpcApi>, seen: { signature: Signature; commitment: 'finalized' }) => Promise<E>,
): Promise<E[][]> {
  const readAll = async (rpc: Rpc<SolanaRpcApi>): Promise<E[]> => {
    const entries: E[] = [];
    for (const signature of signatures)
      entries.push(await read(rpc, { signature: toSignature(signature), commitment: 'finalized' }));
    return entries;
  };
  const both = await client.onTwoNodes(readAll);
  return both.length > 0 ? both : [await client.onOneNode(readAll)];
}
