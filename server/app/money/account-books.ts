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
  /** Where nothing is left and that transfer took what there was last, it has passed it on. */
  applyGone: (donation: Donation, passedOnBy: string) => Donation;
  /** What final transactions did, in their order, by each of two nodes, null where it lacks one; empty with one node. */
  crossRead: (donation: Donation, signatures: readonly string[]) => Promise<(E | null)[][]>;
}

/** So many that moved most, and so many of the others. */
interface Asked {
  moved: number;
  others: number;
}

/**
 * Of the final ones those that moved most, for what anybody sends by the thousand is dust and is to hide none that matters;
 * and of the others some from anywhere on, so that look by look each has its turn.
 */
export function someFinal<E extends Entry>(
  entries: readonly E[],
  amountOf: (entry: E) => bigint,
  { moved, others }: Asked,
): E[] {
  const sizeOf = (entry: E): bigint => (amountOf(entry) < 0n ? -amountOf(entry) : amountOf(entry));
  const final = entries
    .filter(({ finalized }) => finalized)
    .toSorted((a, b) => (sizeOf(a) < sizeOf(b) ? 1 : sizeOf(a) > sizeOf(b) ? -1 : 0));
  const rest = final.slice(moved);
  const start = Math.floor(Math.random() * rest.length);
  return [...final.slice(0, moved), ...[...rest.slice(start), ...rest.slice(0, start)].slice(0, others)];
}
