import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AlertDesk, DeskAlert } from '#contract/alerts.ts';
import type { WaitingList } from './desk-changes.ts';
import { type KeptRow, keptMs, withKept } from './kept-rows.ts';

/** Keeps the row of an alert in its list, with a word for what became of it, until its time is over or `sent` is null. */
export type Keep = (alert: DeskAlert, list: WaitingList, outcome: string, sent: Promise<unknown>) => void;

/** The desk with the rows that were decided a moment ago, and those rows. All of them leave together. */
export function useKeptRows(data: AlertDesk | undefined) {
  const [kept, setKept] = useState<readonly KeptRow[]>([]);
  useEffect(() => {
    if (kept.length === 0) return undefined;
    const timer = setTimeout(() => setKept([]), keptMs);
    return () => clearTimeout(timer);
  }, [kept]);

  const desk = useMemo(() => data && withKept(data, kept), [data, kept]);
  const keep = useCallback<Keep>(
    (alert, list, outcome, sent) => {
      const index = desk?.[list].findIndex(({ id }) => id === alert.id) ?? 0;
      const decided = { alert, list, index, outcome };
      setKept((rows) => [...rows, decided]);
      void sent.then((reply) => {
        if (reply === null) setKept((rows) => rows.filter((row) => row !== decided));
      });
    },
    [desk],
  );
  return { desk, keep, kept };
}
