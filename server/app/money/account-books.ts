import type { Donation } from '#server/domain/donation.ts';
import type { Entry } from '#server/domain/entries.ts';

/** The books of an account in which something may be wrong: those in SOL, or those in a token. */
export interface AccountBooks<E extends Entry> {
  entriesOf: (donation: Donation) => readonly E[];
  amountOf: (entry: E) => bigint;
  /** Whether both say the same of what a transaction did. */
  isSame: (a: E, b: E) => boolean;
  takeBack: (donation: Donation, signatures: ReadonlySet<string>, now: Date) => Donation;
  apply: (donation: Donation, seen: readonly E[], now: Date) => Donation;
  /** What final transactions did, in their order, by each of two nodes; empty where only one is configured. */
  crossRead: (donation: Donation, signatures: readonly string[]) => Promise<E[][]>;
}

/**
 * The final ones, so many at most, those first that moved most: what anybody sends by the thousand is dust, and hides none
 * that matters.
 */
export function mostMoved<E extends Entry>(
  entries: readonly E[],
  amountOf: (entry: E) => bigint,
  most: number,
): E[] {
  const sizeOf = (entry: E): bigint => (amountOf(entry) < 0n ? -amountOf(entry) : amountOf(entry));
  return entries
    .filter(({ finalized }) => finalized)
    .toSorted((a, b) => (sizeOf(a) < sizeOf(b) ? 1 : sizeOf(a) > sizeOf(b) ? -1 : 0))
    .slice(0, most);
}
