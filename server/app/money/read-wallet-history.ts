import type { Streamer } from '#server/app/account-ports.ts';
import type {
  HistoryPage,
  HistoryRange,
  ListedTransaction,
  NewWalletEntry,
  WalletPorts,
} from '#server/app/wallet-ports.ts';

type Needs = Pick<WalletPorts, 'chain' | 'history'>;
type Owner = Pick<Streamer, 'id' | 'walletAddress'>;

const times = { leaseMs: 15_000, freshMs: 3000 };
/** Transactions that are listed at once: what was stored of them is never asked for again. */
const pageSize = 100;
/** Pages that one look reads at most: a long history is read over several. */
const mostPages = 3;
const parallelReads = 4;

/**
 * Reads what is new in the final history of a wallet, and a part of what is still missing below it.
 *
 * Each transaction is stored once. A page is stored together with what is left to read after it, so that whoever dies
 * loses no part of it. Transfers that these books made cost nothing: the list names them, and the books know the rest.
 * Throws `Transient` when no node answers; what was read until then is stored.
 */
export async function readHistory(wallet: Needs, owner: Owner): Promise<'complete' | 'reading'> {
  const { history } = wallet;
  const claimed = await history.claim(owner.id, times);
  if (claimed !== null) {
    try {
      let range = claimed.head ?? (await history.nextGap(owner.id));
      for (let pages = 0; range !== null && pages < mostPages; pages += 1) {
        await history.store(owner.id, await readPage(wallet, owner, range));
        range = await history.nextGap(owner.id);
      }
    } finally {
      await history.release(owner.id);
    }
  }
  return (await history.nextGap(owner.id)) === null ? 'complete' : 'reading';
}

async function readPage(wallet: Needs, owner: Owner, range: HistoryRange): Promise<HistoryPage> {
  const listed = await wallet.chain.listFinal(owner.walletAddress, { ...range, limit: pageSize });
  const known = await knownOf(wallet, owner, listed);
  const unknown = listed.filter(({ signature }) => !known.has(signature));
  const last = listed.at(-1);
  // A full page of known ones: what lies below them is read, or stands in a range of its own.
  const goesOn = last !== undefined && listed.length === pageSize && unknown.length > 0;
  return {
    ...range,
    entries: await readEntries(wallet, owner, unknown),
    newest: listed[0] ?? null,
    goesOnBefore: goesOn ? last : null,
  };
}

async function knownOf({ history }: Needs, { id }: Owner, listed: readonly ListedTransaction[]) {
  if (listed.length === 0) return new Set<string>();
  return await history.listKnown(
    id,
    listed.map(({ signature }) => signature),
  );
}

async function readEntries(
  wallet: Needs,
  owner: Owner,
  listed: readonly ListedTransaction[],
): Promise<NewWalletEntry[]> {
  if (listed.length === 0) return [];
  const own = await wallet.history.listOwn(
    owner.id,
    listed.map(({ signature }) => signature),
  );
  const read = async (one: ListedTransaction): Promise<NewWalletEntry> => {
    const { signature, slot, blockTime, succeeded } = one;
    const moved = own.get(signature);
    if (moved === undefined || blockTime === null || !succeeded) return await readOther(wallet, owner, one);
    return { signature, slot, blockTime, succeeded, ...moved };
  };
  const entries: NewWalletEntry[] = [];
  for (let start = 0; start < listed.length; start += parallelReads) {
    entries.push(...(await Promise.all(listed.slice(start, start + parallelReads).map(read))));
  }
  return entries;
}

/**
 * Not by these books, or by books that were lost since: then the address that gave, or whose transfer the wallet paid for,
 * tells whose donation it was. One that is only named tells nothing: whoever pays a donation with the wallet's own key
 * names it, and so may anybody who sends dust.
 */
async function readOther(
  { chain, history }: Needs,
  { id, walletAddress }: Owner,
  { signature }: ListedTransaction,
): Promise<NewWalletEntry> {
  const read = await chain.readFinal(walletAddress, signature);
  const { slot, blockTime, lamports, feeLamports, succeeded, accounts, payers } = read;
  const movedLamports = lamports + feeLamports;
  const ofDonation = movedLamports === 0n ? accounts : movedLamports > 0n ? payers : [];
  const donationId = ofDonation.length === 0 ? null : await history.findDonation(id, ofDonation);
  return { signature, slot, blockTime, lamports, feeLamports, succeeded, donationId };
}
