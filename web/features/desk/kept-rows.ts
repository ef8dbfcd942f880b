import type { AlertDesk, DeskAlert } from '#contract/alerts.ts';
import type { WaitingList } from './desk-changes.ts';

/** How long a row stays after the last decision, in milliseconds: longer than a double press takes. */
export const keptMs = 1500;

/** An alert that was decided a moment ago, and the place where it stood. */
export interface KeptRow {
  alert: DeskAlert;
  list: WaitingList;
  index: number;
  /** What became of it, in a word. */
  outcome: string;
}

/** What became of an alert in this list; null where it waits there. Approved and taken out again, it has stood in two. */
export function outcomeOf(kept: readonly KeptRow[], id: string, list: WaitingList): string | null {
  return kept.find((row) => row.alert.id === id && row.list === list)?.outcome ?? null;
}

/** How many of a list wait without a row in it. Rows that are kept do not wait, and take none of their places. */
export function countWithoutRow(data: AlertDesk, list: WaitingList): number {
  return data.counts[list] - data[list].length;
}

/**
 * The desk as it is shown: what was just decided still stands in its place, so that nothing else comes under the pointer.
 *
 * Counts stay those of what really waits. The same object where nothing is kept.
 */
export function withKept(desk: AlertDesk, kept: readonly KeptRow[]): AlertDesk {
  return [...kept]
    .sort((a, b) => a.index - b.index)
    .filter(({ alert, list }) => desk[list].every(({ id }) => id !== alert.id))
    .reduce((shown, { alert, list, index }) => {
      const rows = [...shown[list]];
      rows.splice(index, 0, alert);
      return { ...shown, [list]: rows };
    }, desk);
}
