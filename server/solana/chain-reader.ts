import { address as toAddress, type Address, type Rpc, type SolanaRpcApi } from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import type { ChainReader, Reading } from '#server/app/chain-ports.ts';
import type { ChainEntry } from '#server/domain/donation.ts';
import { readBlockTime } from './block-time.ts';
import { readEntry } from './chain-entry.ts';
import { mostAddresses } from './node-limits.ts';
import { readSignatures, crossReadSignatures } from './read-signatures.ts';
import type { RpcClient } from './rpc-client.ts';
import { isWallet } from './wallet-check.ts';
import { type Known, listUnknown, type ListedSignature } from './signature-history.ts';

/** Transactions that one reading of an address fetches; the oldest first, the rest is for the next reading. */
const mostEntries = 200;
const parallelReads = 4;

/** Reads the chain over JSON-RPC. */
export function createChainReader(client: RpcClient): ChainReader {
  return {
    isWallet: (address) => isWallet(client, address),
    genesisHash: () => client.rpc.getGenesisHash().send(),
    blockTime: (slot) => readBlockTime(client.rpc, slot),
    readBalances: (addresses) => readBalances(client.rpc, addresses.map(toAddress)),
    crossReadBalances: (addresses) =>
      client.patient.onTwoNodes(async (rpc) => {
        const reading = await readBalances(rpc, addresses.map(toAddress));
        return { ...reading, blockTime: await readBlockTime(rpc, reading.slot) };
      }),
    readEntries: (address, known, notBefore) => readEntries(client, toAddress(address), known, notBefore),
    readSignatures: (seen) => readSignatures(client.patient, seen),
    crossReadSignatures: (seen) => crossReadSignatures(client.patient, seen),
  };
}

async function readBalances(rpc: Rpc<SolanaRpcApi>, addresses: readonly Address[]): Promise<Reading> {
  if (addresses.length > mostAddresses)
    throw new RangeError(`At most ${mostAddresses} addresses can be read at once`);
  const { context, value } = await rpc
    .getMultipleAccounts(addresses, {
      commitment: 'confirmed',
      encoding: 'base64',
      dataSlice: { offset: 0, length: 0 },
    })
    .send();
  if (value.length !== addresses.length)
    throw new Transient('A node answered for other addresses than it was asked');
  return {
    slot: context.slot,
    lamportsByAddress: new Map(addresses.map((address, index) => [address, value[index]?.lamports ?? 0n])),
  };
}

/**
 * Entries that moved nothing are among the answer, with 0 lamports: the ledger stores them like the others, so that
 * they are known and never fetched again.
 */
async function readEntries(
  client: RpcClient,
  address: Address,
  known: Known,
  notBefore: bigint = 0n,
): Promise<ChainEntry[]> {
  return client.onOneNode(async (rpc) => {
    const unknown = await listUnknown(rpc, address, { known, notBefore, limit: mostEntries });
    const read = async ({ signature, isFinalized }: ListedSignature): Promise<ChainEntry> => {
      const entry = await readEntry(rpc, { signature, address, commitment: 'confirmed' });
      return { ...entry, finalized: isFinalized };
    };
    const entries: ChainEntry[] = [];
    for (let start = 0; start < unknown.length; start += parallelReads) {
      entries.push(...(await Promise.all(unknown.slice(start, start + parallelReads).map(read))));
    }
    return entries;
  });
}
