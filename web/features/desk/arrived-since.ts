import type { DeskAlert } from '#contract/alerts.ts';

/** What waits for approval: the first of it by name, and how many `behind` these. */
export interface Held {
  alerts: readonly Pick<DeskAlert, 'id' | 'donatorName'>[];
  behind: number;
}

/**
 * How many alerts have come to wait for approval, and whom the one is from that came alone and is named. What moves up
 * into the names has waited before; what comes behind them is news too.
 */
export function arrivedSince(before: Held, now: Held): { count: number; from: string | null } {
  const known = new Set(before.alerts.map(({ id }) => id));
  const fresh = now.alerts.filter(({ id }) => !known.has(id));
  const count = Math.max(0, fresh.length + now.behind - before.behind);
  const isNamed = count === 1 && fresh.length === 1 && now.behind === 0;
  return { count, from: isNamed ? (fresh[0]?.donatorName ?? null) : null };
}
