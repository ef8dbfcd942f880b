import type { Rpc, SolanaRpcApi } from '@solana/kit';
import { readTransaction, type Transaction } from './chain-entry.ts';
import type { ListedSignature } from './signature-history.ts';

/** So long what a node gave is good for whoever else it concerns. */
const freshMs = 2000;
/** A transaction may have some 10 KB. */
const mostKept = 100;

/** Reads a transaction, at `confirmed`, that the same node has listed. */
export type ReadListed = (
  rpc: Rpc<SolanaRpcApi>,
  listed: Pick<ListedSignature, 'signature' | 'slot'>,
) => Promise<Transaction>;

interface Kept {
  transaction: Promise<Transaction>;
  until: number;
}

/**
 * Reads a transaction once for everybody who asks the same node for it at the same moment or shortly after: one may pay
 * many addresses.
 *
 * Only what was found is kept, and only in the slot in which it was listed: what the chain moved to another slot is
 * listed there, and so read again.
 */
export function shareTransactions(read: ReadListed = readConfirmed): ReadListed {
  const keptBy = new WeakMap<Rpc<SolanaRpcApi>, Map<string, Kept>>();
  return (rpc, listed) => {
    const kept = keptBy.get(rpc) ?? new Map<string, Kept>();
    keptBy.set(rpc, kept);
    const key = `${listed.slot} ${listed.signature}`;
    const known = kept.get(key);
    if (known !== undefined && known.until > performance.now()) return known.transaction;
    const asked: Kept = { transaction: read(rpc, listed), until: Infinity };
    keep(kept, key, asked);
    asked.transaction.then(
      ({ slot }) => (asked.until = slot === listed.slot ? performance.now() + freshMs : 0),
      () => (asked.until = 0),
    );
    return asked.transaction;
  };
}

/** In the order in which they were asked for; the oldest goes. */
function keep(kept: Map<string, Kept>, key: string, asked: Kept): void {
  kept.delete(key);
  kept.set(key, asked);
  for (const [old, { until }] of kept) {
    if (kept.size <= mostKept && until > performance.now()) return;
    kept.delete(old);
  }
}

/** Reads it whatever the node gave before. */
export function readConfirmed(
  rpc: Rpc<SolanaRpcApi>,
  { signature }: Pick<ListedSignature, 'signature'>,
): Promise<Transaction> {
  return readTransaction(rpc, { signature, commitment: 'confirmed' });
}
