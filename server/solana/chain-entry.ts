import type { Address, Rpc, Signature, SolanaRpcApi } from '@solana/kit';
import { NotThere, Transient } from '#server/app/outside.ts';
import type { ChainEntry } from '#server/domain/donation.ts';
import { readBlockTime } from './block-time.ts';

/** The newest version of transactions that exists and that kit knows; a lower one makes nodes refuse newer ones. */
const newestTransactionVersion = 1;

/** More than there is of SOL. What a column holds is not enough: sums of it have to fit as well, or nothing more is booked. */
const mostLamports = 10n ** 18n;

/** Nobody pays one donation from more wallets in one transaction, except to hide among them. */
export const mostPayers = 10;

/** A transaction, and the address that it is looked at for. */
interface Seen {
  signature: Signature;
  address: Address;
  commitment: 'confirmed' | 'finalized';
}

/**
 * What a transaction did to an address: its lamports after minus before, failed ones included (they cost a fee).
 *
 * A transaction that only names the address has 0 lamports. Throws `Transient` when the node does not have it, or gives
 * one that does not name the address or moved more than there is.
 */
export async function readEntry(rpc: Rpc<SolanaRpcApi>, seen: Seen): Promise<ChainEntry> {
  return (await readNamed(rpc, seen)).entry;
}

/** What a transaction did to an address, every account that it names, and what lay at the address after it. */
interface NamedEntry {
  entry: ChainEntry;
  accounts: string[];
  lamportsAfter: bigint;
}

/** The same, and what else it tells of the address; `read` brings the transaction. */
export async function readNamed(
  rpc: Rpc<SolanaRpcApi>,
  seen: Seen,
  read: (rpc: Rpc<SolanaRpcApi>) => Promise<Transaction> = (from) => readTransaction(from, seen),
): Promise<NamedEntry> {
  const found = findEntry(await read(rpc), seen);
  if (found === null) throw new Transient(`The node gave another transaction than ${seen.signature}`);
  return found;
}

/** A transaction as a node gives it, with the time of its block and every account that it names. */
export type Transaction = Awaited<ReturnType<typeof readTransaction>>;

/** A transaction, for whatever address. Throws `Transient` when the node does not have it. */
export async function readTransaction(
  rpc: Rpc<SolanaRpcApi>,
  { signature, commitment }: Omit<Seen, 'address'>,
) {
  const found = await rpc
    .getTransaction(signature, {
      commitment,
      encoding: 'json',
      maxSupportedTransactionVersion: newestTransactionVersion,
    })
    .send();
  if (found?.meta == null)
    throw new NotThere(`The node does not have transaction ${signature} at ${commitment}`);
  const { meta, slot, blockTime, transaction } = found;
  const { writable, readonly } = meta.loadedAddresses ?? { writable: [], readonly: [] };
  const time = blockTime === null ? await readBlockTime(rpc, slot) : new Date(Number(blockTime) * 1000);
  const keys: Address[] = [...transaction.message.accountKeys, ...writable, ...readonly];
  return { meta, slot, blockTime: time, keys };
}

/** What it did to an address that it may have nothing to do with: null when it does not name it. */
function findEntry({ meta, slot, blockTime, keys }: Transaction, seen: Seen): NamedEntry | null {
  const { signature, address, commitment } = seen;
  const position = keys.indexOf(address);
  if (position === -1) return null;
  const lamportsAfter = meta.postBalances[position] ?? 0n;
  const lamports = lamportsAfter - (meta.preBalances[position] ?? 0n);
  if (lamports > mostLamports || lamports < -mostLamports)
    throw new Transient(`The node says that ${signature} moved more than there is`);
  const entry: ChainEntry = {
    signature,
    slot,
    blockTime,
    lamports,
    feeLamports: position === 0 ? meta.fee : 0n,
    payers: payersIn(keys, meta, position),
    succeeded: meta.err === null,
    finalized: commitment === 'finalized',
    dropped: false,
  };
  return { entry, accounts: keys, lamportsAfter };
}

/**
 * Whose money a transaction brought to the account at that position: every account that had less afterwards, the fee
 * aside, those that gave most first. Who only paid the fee for somebody else has given nothing. None where it failed or
 * brought nothing.
 */
function payersIn(
  keys: readonly string[],
  meta: { err: unknown; fee: bigint; preBalances: readonly bigint[]; postBalances: readonly bigint[] },
  position: number,
): string[] {
  const given = keys.map((payer, index) => {
    const lamports = (meta.preBalances[index] ?? 0n) - (meta.postBalances[index] ?? 0n);
    return { payer, lamports: index === 0 ? lamports - meta.fee : lamports };
  });
  if (meta.err !== null || (given[position]?.lamports ?? 0n) >= 0n) return [];
  return given
    .filter(({ lamports }) => lamports > 0n)
    .toSorted((a, b) => Number(b.lamports - a.lamports))
    .slice(0, mostPayers)
    .map(({ payer }) => payer);
}

/**
 * How much a transaction brought to addresses, the fees that they paid for it aside; 0 where it failed or names none
 * of them. Throws `Transient` when the node does not have it.
 */
export async function readArrived(
  rpc: Rpc<SolanaRpcApi>,
  seen: Omit<Seen, 'address'>,
  addresses: readonly Address[],
): Promise<bigint> {
  const transaction = await readTransaction(rpc, seen);
  let arrived = 0n;
  for (const address of addresses) {
    const found = findEntry(transaction, { ...seen, address });
    const came = found === null ? 0n : found.entry.lamports + found.entry.feeLamports;
    if (came > 0n) arrived += came;
  }
  return arrived;
}
