import { type AmountOf, type Entry, isSettled, sumOf } from './entries.ts';

/** What may be passed on, and whether more has come that has to stay. */
export interface Passable {
  amount: bigint;
  isPart: boolean;
}

/** When it may go at all, and how much of it at least goes while the rest stays. */
interface PassingRules {
  decidedAt: Date;
  leastPart: bigint;
}

/** For so long what is final waits for what came after it: somebody may send dust for as long as they like. */
const heldUpMs = 120_000;

/**
 * What of entries may be passed on: all once every one of them is settled, or what is final once it has been held up for
 * two minutes. Null while nothing may: what goes out and is not final may be all of it.
 */
export function passableAmong<E extends Entry>(
  entries: readonly E[],
  amountOf: AmountOf<E>,
  { decidedAt, leastPart }: PassingRules,
): Passable | null {
  const open = entries.filter((entry) => !isSettled(entry));
  const final = entries.filter(({ finalized }) => finalized);
  const amount = sumOf(final, amountOf);
  if (open.length === 0) return amount > 0n ? { amount, isPart: false } : null;
  const liesSince = reachedLastAt(final, amountOf, leastPart);
  if (liesSince === null || open.some((entry) => amountOf(entry) < 0n)) return null;
  const couldGoMs = Math.max(liesSince.getTime(), decidedAt.getTime());
  const isHeldUp = open.some(({ blockTime }) => blockTime.getTime() - couldGoMs >= heldUpMs);
  return isHeldUp ? { amount, isPart: true } : null;
}

/** Since when the sum has been at least that; null while it is not. */
function reachedLastAt<E extends Entry>(
  final: readonly E[],
  amountOf: AmountOf<E>,
  least: bigint,
): Date | null {
  let sum = 0n;
  let since: Date | null = null;
  for (const entry of final.toSorted((a, b) => Number(a.slot - b.slot))) {
    sum += entry.dropped ? 0n : amountOf(entry);
    since = sum < least ? null : (since ?? entry.blockTime);
  }
  return since;
}
