import { useCallback, useState } from 'react';
import { browserStorage } from '#web/lib/guarded-storage.ts';

/** Steps that only this browser has seen, kept for each streamer; adding one again changes nothing. */
export function useKeptSteps(userId: string): [ReadonlySet<string>, (step: string) => void] {
  const key = `steps-${userId}`;
  const [kept, setKept] = useState<ReadonlySet<string>>(() => readSteps(key));
  const keep = useCallback(
    (step: string) =>
      setKept((before) => {
        if (before.has(step)) return before;
        const after = new Set(before).add(step);
        browserStorage.setItem(key, [...after].join(' '));
        return after;
      }),
    [key],
  );
  return [kept, keep];
}

function readSteps(key: string): Set<string> {
  return new Set((browserStorage.getItem(key) ?? '').split(' ').filter((step) => step !== ''));
}
