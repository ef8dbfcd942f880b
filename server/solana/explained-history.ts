import type { Rpc, SolanaRpcApi } from '@solana/kit';
import type { History } from '#server/app/chain-ports.ts';
import { Transient } from '#server/app/outside.ts';
import type { Entry } from '#server/domain/entries.ts';
import type { NodeAccess } from './rpc-client.ts';

/** Transactions that one reading of an account fetches; the oldest first, the rest is for the next reading. */
export const mostEntries = 200;

/**
 * The history of an account by the first node whose own explains what lies there: to what it has pruned a node answers
 * as to what never was. Where none does, all that they told.
 *
 * Throws `Transient` when no node answered.
 */
export async function readExplained<E extends Entry>(
  client: Pick<NodeAccess, 'onOneNode'>,
  read: (rpc: Rpc<SolanaRpcApi>) => Promise<History<E>>,
): Promise<History<E>> {
  let told: Map<string, E> | undefined;
  try {
    return await client.onOneNode(async (rpc) => {
      const history = await read(rpc);
      // What comes in parts explains nothing before the last of them.
      if (history.isExplained || history.entries.length === mostEntries) return history;
      told = new Map([...(told ?? []), ...history.entries.map((entry) => [entry.signature, entry] as const)]);
      // The next node is asked.
      throw new Transient('The node’s history does not explain what lies there');
    });
  } catch (error) {
    if (told === undefined || !(error instanceof Transient)) throw error;
    const entries = [...told.values()].toSorted((a, b) => Number(a.slot - b.slot));
    return { entries, isExplained: false };
  }
}
