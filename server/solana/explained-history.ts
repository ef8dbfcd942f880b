import type { Rpc, SolanaRpcApi } from '@solana/kit';
import type { History } from '#server/app/chain-ports.ts';
import { Transient } from '#server/app/outside.ts';
import type { Entry } from '#server/domain/entries.ts';
import type { NodeAccess } from './rpc-client.ts';

/** Transactions that one reading of an account fetches; the oldest first, the rest is for the next reading. */
export const mostEntries = 200;

/**
 * The history of an account by the first node whose own explains what lies there: to what it has pruned a node answers
 * as to what never was. Where none does, all that they told. Who `expectsNews` has heard of something new by another way:
 * then a node that has none is passed over too, and where no node has any, there is none.
 *
 * Throws `Transient` when no node answered.
 */
export async function readExplained<E extends Entry>(
  client: Pick<NodeAccess, 'onOneNode'>,
  read: (rpc: Rpc<SolanaRpcApi>) => Promise<History<E>>,
  expectsNews = false,
): Promise<History<E>> {
  let told: Map<string, E> | undefined;
  let isExplainedByNothing = false;
  try {
    return await client.onOneNode(async (rpc) => {
      const history = await read(rpc);
      const hasNone = history.isExplained && history.entries.length === 0;
      // What comes in parts explains nothing before the last of them.
      const isEnough = history.isExplained || history.entries.length === mostEntries;
      if (isEnough && !(expectsNews && hasNone)) return history;
      isExplainedByNothing ||= hasNone;
      told = new Map([...(told ?? []), ...history.entries.map((entry) => [entry.signature, entry] as const)]);
      // The next node is asked.
      throw new Transient('The node’s history does not explain what lies there, or what was told of it');
    });
  } catch (error) {
    if (told === undefined || !(error instanceof Transient)) throw error;
    const entries = [...told.values()].toSorted((a, b) => Number(a.slot - b.slot));
    return { entries, isExplained: isExplainedByNothing && entries.length === 0 };
  }
}
