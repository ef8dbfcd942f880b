import { applyReading, type Donation } from '#server/domain/donation.ts';
import {
  applyTokenEntries,
  applyTokensGone,
  takeBackTokenEntries,
  type TokenEntry,
} from '#server/domain/token-side.ts';
import type { AccountBooks } from './account-books.ts';
import { correctEntries } from './correct-entries.ts';
import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { type ReadingOptions as PaymentOptions, standingOf } from './record-payment.ts';
import { takeBackUntrue } from './take-back.ts';
import type { TokenHistoryReading } from '#server/app/token-ports.ts';

type Needs = Pick<Ports, 'donations' | 'tokens' | 'chain' | 'clock'>;

/** A donation after what the history of its token account told. */
interface Recorded {
  donation: Donation;
  /** Whether the history had a transaction that the books did not. */
  hasNews: boolean;
  /** Whether it explains what the account holds. */
  isExplained: boolean;
}

const unitsOf = ({ units }: TokenEntry): bigint => units;

const booksBy = ({ chain }: Ports['tokens']): AccountBooks<TokenEntry> => ({
  entriesOf: ({ token }) => token?.entries ?? [],
  amountOf: unitsOf,
  isSame: (a, b) => a.succeeded === b.succeeded && a.units === b.units,
  takeBack: takeBackTokenEntries,
  apply: applyTokenEntries,
  applyGone: applyTokensGone,
  crossRead: async ({ token }, signatures) =>
    token === null ? [] : await chain.crossReadEntries(token.account, signatures),
});

type ReadingOptions = TokenHistoryReading & Pick<PaymentOptions, 'anew' | 'isFirst'>;

/**
 * Reads what moved the token account of a donation and records it. What nothing explains is found out as in `recordPayment`.
 * Safe to repeat. Throws `Transient` when no node answered; the account stays due. Null: no such donation, or none in a token.
 */
export async function recordTokens(
  ports: Needs,
  log: Pick<Log, 'error'>,
  donationId: string,
  { isFirst = false, ...reading }: ReadingOptions = {},
): Promise<Recorded | null> {
  const recorded = await recordHistory(ports, donationId, reading);
  if (recorded === null || recorded.isExplained || recorded.hasNews || isFirst) return recorded;
  const books = booksBy(ports.tokens);
  if (!(await takeBackUntrue(ports, log, recorded.donation, books))) {
    if (!(await correctEntries(ports, log, recorded.donation, books))) return recorded;
  }
  return await recordHistory(ports, donationId, reading);
}

async function recordHistory(
  ports: Needs,
  donationId: string,
  { anew = new Set(), ...reading }: Omit<ReadingOptions, 'isFirst'>,
): Promise<Recorded | null> {
  const before = await ports.donations.find(donationId);
  if (before === null || before.token === null) return null;
  const { account, entries } = before.token;
  const known = standingOf(entries, anew, unitsOf);
  const { entries: seen, isExplained } = await ports.tokens.chain.readEntries(account, known, reading);
  if (seen.length === 0) return { donation: before, hasNews: false, isExplained };
  const donation = await ports.donations.change(donationId, (current) =>
    applyTokenEntries(current, seen, ports.clock.now()),
  );
  const hasNews = (donation.token?.entries.length ?? 0) > entries.length;
  return { donation, hasNews, isExplained };
}

/**
 * Records that the token account was read, complete, at a slot of that block time: an unpaid donation past its time
 * expires.
 */
export async function recordTokenReading(
  ports: Pick<Ports, 'donations'>,
  donationId: string,
  blockTime: Date,
): Promise<void> {
  await ports.donations.change(donationId, (donation) => applyReading(donation, blockTime));
}

/** Records that the chain can no longer take these entries back, or that it has: the rules of `recordDropped`. */
export async function changeTokenEntries(
  ports: Pick<Ports, 'donations' | 'clock'>,
  donationId: string,
  signatures: ReadonlySet<string>,
  change: Pick<TokenEntry, 'finalized' | 'dropped'>,
  believedUntil = Infinity,
): Promise<void> {
  await ports.donations.change(donationId, (donation) => {
    if (performance.now() > believedUntil) return donation;
    const entries = donation.token?.entries ?? [];
    const changed = entries
      .filter((entry) => signatures.has(entry.signature) && !entry.finalized)
      .map((entry) => ({ ...entry, ...change }));
    return applyTokenEntries(donation, changed, ports.clock.now());
  });
}
