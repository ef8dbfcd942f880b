/** What is the same of every transaction that moved an account of ours, whatever was moved. */
export interface Entry {
  signature: string;
  slot: bigint;
  blockTime: Date;
  /** Whose money it was, most first. Empty where nothing came in, and in entries from before this was read. */
  payers: readonly string[];
  succeeded: boolean;
  finalized: boolean;
  /** The chain rolled it back; it counts for nothing unless it comes back. */
  dropped: boolean;
}

/** Whether the chain has had its last word on an entry: it is final, or was rolled back. */
export function isSettled({ finalized, dropped }: Pick<Entry, 'finalized' | 'dropped'>): boolean {
  return finalized || dropped;
}

/** How much an entry moved, signed. */
export type AmountOf<E> = (entry: E) => bigint;

/** What is there by our books: the sum of every entry that the chain still has. */
export function sumOf<E extends Entry>(entries: readonly E[], amountOf: AmountOf<E>): bigint {
  return entries.reduce((sum, entry) => (entry.dropped ? sum : sum + amountOf(entry)), 0n);
}

/** Successful inbound transfers that the chain still has, oldest first: the payments. */
export function paymentsAmong<E extends Entry>(entries: readonly E[], amountOf: AmountOf<E>): E[] {
  return entries
    .filter((entry) => entry.succeeded && !entry.dropped && amountOf(entry) > 0n)
    .toSorted((a, b) => Number(a.slot - b.slot));
}

/** The payment that reached the minimum; undefined while none has. */
export function paymentThatReached<E extends Entry>(
  payments: readonly E[],
  amountOf: AmountOf<E>,
  minimum: bigint,
): E | undefined {
  let sum = 0n;
  return payments.find((payment) => (sum += amountOf(payment)) >= minimum);
}

/** The final transfer that took money away last. */
export function lastOutflowAmong<E extends Entry>(
  entries: readonly E[],
  amountOf: AmountOf<E>,
): E | undefined {
  return entries
    .filter((entry) => entry.succeeded && entry.finalized && amountOf(entry) < 0n)
    .toSorted((a, b) => Number(a.slot - b.slot))
    .at(-1);
}

/** By how much the chain's clock, a mean of many, and ours may differ. */
const mostApartMs = 120_000;

/** When something can have happened: since its address was first given out, up to now. */
interface Span {
  since: Date;
  now: Date;
}

/**
 * A transaction as it is believed: one that a node dates outside the time in which it can have happened happened now. Its
 * donation would otherwise be paid on that day, and late or punctual by it.
 */
export function timedWithin<E extends Entry>(entry: E, { since, now }: Span): E {
  const at = entry.blockTime.getTime();
  const isPossible = at >= since.getTime() - mostApartMs && at <= now.getTime() + mostApartMs;
  return isPossible ? entry : { ...entry, blockTime: now };
}

/**
 * Entries without those of these signatures, which count for nothing unless they come back: the same array where none
 * is final.
 */
export function takeBackAmong<E extends Entry>(
  known: readonly E[],
  signatures: ReadonlySet<string>,
): readonly E[] {
  const isUntrue = ({ finalized, signature }: E): boolean => finalized && signatures.has(signature);
  if (!known.some(isUntrue)) return known;
  return known.map((entry) => (isUntrue(entry) ? { ...entry, finalized: false, dropped: true } : entry));
}

/**
 * Entries with those that were seen by now: the same array where nothing is new. What is final stays as it is; only
 * `takeBackAmong` undoes it.
 */
export function mergeEntries<E extends Entry>(
  known: readonly E[],
  seen: readonly E[],
  { isSameAmount, ...span }: Span & { isSameAmount: (a: E, b: E) => boolean },
): readonly E[] {
  const bySignature = new Map(known.map((entry) => [entry.signature, entry]));
  let isChanged = false;
  for (const entry of seen) {
    const old = bySignature.get(entry.signature);
    const merged = old?.finalized === true ? old : timedWithin(entry, span);
    if (old !== undefined && isSameEntry(old, merged) && isSameAmount(old, merged)) continue;
    bySignature.set(entry.signature, merged);
    isChanged = true;
  }
  return isChanged ? [...bySignature.values()] : known;
}

function isSameEntry(a: Entry, b: Entry): boolean {
  return (
    a.slot === b.slot && a.succeeded === b.succeeded && a.finalized === b.finalized && a.dropped === b.dropped
  );
}
