import type { Address, Rpc, SolanaRpcApi } from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import type { ChainReader, History, Reading } from '#server/app/chain-ports.ts';
import { balanceLamports, type ChainEntry } from '#server/domain/donation.ts';
import { readBlockTime } from './block-time.ts';
import { readEntry, readNamed } from './chain-entry.ts';
import { crossReadEntries } from './cross-read-entries.ts';
import { mostEntries, readExplained } from './explained-history.ts';
import { mostAddresses } from './node-limits.ts';
import { readSignatures, crossReadSignatures } from './read-signatures.ts';
import type { RpcClient } from './rpc-client.ts';
import { readConfirmed, type ReadListed, shareTransactions } from './shared-transactions.ts';
import { isWallet } from './wallet-check.ts';
import { type Known, listUnknown, type ListedSignature } from './signature-history.ts';

const parallelReads = 4;

/** Reads the chain over JSON-RPC. Addresses are our own and are not checked anew, 20 µs each. */
export function createChainReader(client: RpcClient): ChainReader {
  const readShared = shareTransactions();
  return {
    isWallet: (address) => isWallet(client.patient, address),
    genesisHash: () => client.rpc.getGenesisHash().send(),
    blockTime: (slot) => readBlockTime(client.rpc, slot),
    readBalances: (addresses, how) =>
      (how?.canWait === true ? client.patient : client).onKeptUp((rpc, least) =>
        readBalances(rpc, addresses as readonly Address[], least),
      ),
    crossReadBalances: (addresses) =>
      client.patient.onTwoNodes(async (rpc) => {
        const reading = await readBalances(rpc, addresses as readonly Address[], 0n);
        return { ...reading, blockTime: await readBlockTime(rpc, reading.slot) };
      }),
    readEntries: (address, known, { notBefore = 0n, canWait = false, expectsNews, isAnew = false } = {}) =>
      readExplained(
        canWait ? client.patient : client,
        (rpc) =>
          readHistory(rpc, address as Address, {
            known,
            notBefore,
            readListed: isAnew ? readConfirmed : readShared,
          }),
        expectsNews,
      ),
    crossReadEntries: (address, signatures) =>
      crossReadEntries(client.patient, signatures, (rpc, seen) =>
        readEntry(rpc, { ...seen, address: address as Address }),
      ),
    readSignatures: (seen) => readSignatures(client.patient, seen),
    crossReadSignatures: (seen) => crossReadSignatures(client.patient, seen),
  };
}

async function readBalances(
  rpc: Rpc<SolanaRpcApi>,
  addresses: readonly Address[],
  minContextSlot: bigint,
): Promise<Reading> {
  if (addresses.length > mostAddresses)
    throw new RangeError(`At most ${mostAddresses} addresses can be read at once`);
  const { context, value } = await rpc
    .getMultipleAccounts(addresses, {
      commitment: 'confirmed',
      encoding: 'base64',
      dataSlice: { offset: 0, length: 0 },
      minContextSlot,
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
 *
 * As a rule the newest one says itself what lies there; the balance is asked for only where that is something else.
 */
async function readHistory(
  rpc: Rpc<SolanaRpcApi>,
  address: Address,
  { known, notBefore, readListed }: { known: Known; notBefore: bigint; readListed: ReadListed },
): Promise<History<ChainEntry>> {
  const readAmount = () => readBalance(rpc, address, notBefore);
  const unknown = await listUnknown(rpc, address, { known, notBefore, limit: mostEntries, readAmount });
  const read = async (listed: ListedSignature) => {
    const seen = { signature: listed.signature, address, commitment: 'confirmed' } as const;
    const { entry, lamportsAfter } = await readNamed(rpc, seen, (from) => readListed(from, listed));
    return { entry: { ...entry, finalized: listed.isFinalized }, lamportsAfter };
  };
  const found: Awaited<ReturnType<typeof read>>[] = [];
  for (let start = 0; start < unknown.length; start += parallelReads) {
    found.push(...(await Promise.all(unknown.slice(start, start + parallelReads).map(read))));
  }
  const entries = found.map(({ entry }) => entry);
  const sum = (await known).sum + balanceLamports({ entries });
  const isExplained = found.at(-1)?.lamportsAfter === sum || (await readAmount()) === sum;
  return { entries, isExplained };
}

async function readBalance(rpc: Rpc<SolanaRpcApi>, address: Address, notBefore: bigint): Promise<bigint> {
  const config = { commitment: 'confirmed', minContextSlot: notBefore } as const;
  return (await rpc.getBalance(address, config).send()).value;
}
