import type { Address, Rpc, Signature, SolanaRpcApi } from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import type { ChainEntry } from '#server/domain/donation.ts';
import { readBlockTime } from './block-time.ts';

/** The newest version of transactions that exists and that kit knows; a lower one makes nodes refuse newer ones. */
const newestTransactionVersion = 1;

/**
 * What a transaction did to an address: its lamports after minus before, failed ones included (they cost a fee).
 *
 * A transaction that only names the address has 0 lamports. Throws `Transient` when the node does not have it or gives
 * one that does not name the address.
 */
export async function readEntry(
  rpc: Rpc<SolanaRpcApi>,
  seen: { signature: Signature; address: Address; commitment: 'confirmed' | 'finalized' },
): Promise<ChainEntry> {
  const { signature, address, commitment } = seen;
  const found = await rpc
    .getTransaction(signature, {
      commitment,
      encoding: 'json',
      maxSupportedTransactionVersion: newestTransactionVersion,
    })
    .send();
  if (found?.meta == null)
    throw new Transient(`The node does not have transaction ${signature} at ${commitment}`);
  const { meta, slot, blockTime } = found;
  const loaded = meta.loadedAddresses ?? { writable: [], readonly: [] };
  const keys = [...found.transaction.message.accountKeys, ...loaded.writable, ...loaded.readonly];
  const position = keys.indexOf(address);
  if (position === -1) throw new Transient(`The node gave another transaction than ${signature}`);
  return {
    signature,
    slot,
    blockTime: blockTime === null ? await readBlockTime(rpc, slot) : new Date(Number(blockTime) * 1000),
    lamports: (meta.postBalances[position] ?? 0n) - (meta.preBalances[position] ?? 0n),
    feeLamports: position === 0 ? meta.fee : 0n,
    succeeded: meta.err === null,
    finalized: commitment === 'finalized',
    dropped: false,
  };
}
