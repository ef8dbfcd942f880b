import {
  applyEntries,
  applyReading,
  type ChainEntry,
  type Donation,
  isSameMoney,
  takeBackEntries,
} from '#server/domain/donation.ts';
import { type Entry, sumOf } from '#server/domain/entries.ts';
import { applyEmpty, lastOutflowOf } from '#server/domain/passing-on.ts';
import type { AccountBooks } from './account-books.ts';
import { emptyHistory, type HistoryReading, type KnownHistory } from '#server/app/chain-ports.ts';
import { correctEntries } from './correct-entries.ts';
import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { takeBackUntrue } from './take-back.ts';

/** What makes a reading of an address's history differ from the usual one. */
export interface ReadingOptions extends Omit<HistoryReading, 'isAnew'> {
  /** Entries to read anew although they are known: the chain has them in another slot now. */
  anew?: ReadonlySet<string>;
  /** Its address, where the caller knows it: then the chain is asked while the books are read. */
  address?: string;
  /**
   * Given with the address: as far as the caller knows the books have none of its transactions. They are then read
   * under the lock only.
   */
  isUntouched?: boolean;
  /** Nobody has looked at this change before: a node may have its balance sooner than its history, and nothing is doubted. */
  isFirst?: boolean;
}

/** A donation after what its history told. */
interface Recorded {
  donation: Donation;
  /** Whether the history had a transaction that the books did not. */
  hasNews: boolean;
  /** Whether it explains what lies at the address. */
  isExplained: boolean;
}

const nothing: ReadonlySet<string> = new Set();

type Needs = Pick<Ports, 'donations' | 'chain' | 'clock'>;

const lamportsOf = ({ lamports }: ChainEntry): bigint => lamports;

const booksBy = (chain: Ports['chain']): AccountBooks<ChainEntry> => ({
  entriesOf: ({ entries }) => entries,
  amountOf: lamportsOf,
  isSame: (a, b) => a.succeeded === b.succeeded && isSameMoney(a, b),
  takeBack: takeBackEntries,
  apply: applyEntries,
  applyGone: applyEmpty,
  crossRead: ({ address }, signatures) => chain.crossReadEntries(address, signatures),
});

/**
 * Reads what moved a deposit address and records it. Where nothing explains what lies there, what the books hold for final
 * is asked for as well: one node that said so may have been wrong. What two nodes lack is taken back, what both tell otherwise
 * is put right, the log says so, and the history is read again.
 *
 * Safe to repeat: the same chain entries change nothing and announce nothing. Throws `Transient` when no node
 * answered; the address stays due.
 */
export async function recordPayment(
  ports: Needs,
  log: Pick<Log, 'error'>,
  donationId: string,
  { isFirst = false, ...reading }: ReadingOptions = {},
): Promise<Recorded | null> {
  const recorded = await recordHistory(ports, donationId, reading);
  if (recorded === null || recorded.isExplained || recorded.hasNews || isFirst) return recorded;
  const books = booksBy(ports.chain);
  if (!(await takeBackUntrue(ports, log, recorded.donation, books))) {
    if (!(await correctEntries(ports, log, recorded.donation, books))) return recorded;
  }
  return await recordHistory(ports, donationId, { ...reading, isUntouched: false });
}

async function recordHistory(
  ports: Needs,
  donationId: string,
  { anew = nothing, address, isUntouched = false, ...reading }: Omit<ReadingOptions, 'isFirst'>,
): Promise<Recorded | null> {
  const finding = isUntouched && address !== undefined ? null : ports.donations.find(donationId);
  const standing =
    finding?.then((donation) => standingOf(donation?.entries ?? [], anew, lamportsOf)) ??
    Promise.resolve(emptyHistory);
  // The node may fail first; then nobody waits for the books.
  standing.catch(() => undefined);
  const seenAt = address ?? (await finding)?.address;
  if (seenAt === undefined) return null;
  const { entries: seen, isExplained } = await ports.chain.readEntries(seenAt, standing, {
    ...reading,
    isAnew: anew.size > 0,
  });
  if (finding !== null && (await finding) === null) return null;
  if (seen.length === 0) {
    const donation = await (finding ?? ports.donations.find(donationId));
    return donation && { donation, hasNews: false, isExplained };
  }
  let hasNews = false;
  const donation = await ports.donations.change(donationId, (before) => {
    const after = applyEntries(before, seen, ports.clock.now());
    hasNews = after.entries.length > before.entries.length;
    return after;
  });
  return { donation, hasNews, isExplained };
}

/** Transactions that the books know and that stand, but for those that are to be read anew. */
export function standingOf<E extends Entry>(
  entries: readonly E[],
  anew: ReadonlySet<string>,
  amountOf: (entry: E) => bigint,
): KnownHistory {
  const standing = entries.filter((entry) => !entry.dropped && !anew.has(entry.signature));
  return {
    signatures: new Set(standing.map(({ signature }) => signature)),
    sum: sumOf(standing, amountOf),
  };
}

/**
 * Records that an address was read, complete, at a slot of that block time: an unpaid one past its time expires. What is
 * paid in a token expires by a reading of that.
 */
export async function recordReading(
  ports: Pick<Ports, 'donations'>,
  donationId: string,
  blockTime: Date,
): Promise<void> {
  await ports.donations.change(donationId, (donation) =>
    donation.token === null ? applyReading(donation, blockTime) : donation,
  );
}

/**
 * Records that the chain can no longer take these entries back. Where the last that took money is one of `own`, transfers of
 * ours, and nothing is left, the money has arrived.
 */
export async function recordFinality(
  ports: Pick<Ports, 'donations' | 'clock'>,
  donationId: string,
  signatures: ReadonlySet<string>,
  own: ReadonlySet<string> = nothing,
): Promise<void> {
  await ports.donations.change(donationId, (before) => {
    const seen = entriesWith(before, signatures, { finalized: true, dropped: false });
    const donation = applyEntries(before, seen, ports.clock.now());
    const outflow = lastOutflowOf(donation);
    const isOwn = outflow !== undefined && own.has(outflow.signature);
    return isOwn ? applyEmpty(donation, outflow.signature) : donation;
  });
}

/**
 * Records that the chain rolled these entries back. They count for nothing unless they come back. Nothing is recorded after
 * `believedUntil` (`performance.now()`).
 */
export async function recordDropped(
  ports: Pick<Ports, 'donations' | 'clock'>,
  donationId: string,
  signatures: ReadonlySet<string>,
  believedUntil: number,
): Promise<void> {
  await ports.donations.change(donationId, (donation) => {
    if (performance.now() > believedUntil) return donation;
    const seen = entriesWith(donation, signatures, { finalized: false, dropped: true });
    return applyEntries(donation, seen, ports.clock.now());
  });
}

/** Those entries that are not final yet, as the chain has them now. */
function entriesWith(
  { entries }: Donation,
  signatures: ReadonlySet<string>,
  now: Pick<ChainEntry, 'finalized' | 'dropped'>,
): ChainEntry[] {
  return entries
    .filter((entry) => signatures.has(entry.signature) && !entry.finalized)
    .map((entry) => ({ ...entry, ...now }));
}
