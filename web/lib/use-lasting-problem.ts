import { useCallback, useState } from 'react';

/** Why a query has nothing to show, or could not be read anew. */
interface LastingProblem {
  /** Where nothing has been read yet it stays while the query tries again: the library forgets it as soon as it asks. */
  problem: Error | null;
  /** An attempt has failed, whatever came of the next one. */
  hasFailed: boolean;
  /** Stable; until an attempt fails again. */
  forget: () => void;
}

/** Remembers why a query failed; `of` is its key: what failed for another one says nothing of this. */
export function useLastingProblem(
  { data, error }: { data: unknown; error: Error | null },
  of: readonly string[],
): LastingProblem {
  const [last, setLast] = useState<{ of: string; problem: Error; isForgotten: boolean } | null>(null);
  const key = of.join(' ');
  if (error !== null && error !== last?.problem) setLast({ of: key, problem: error, isForgotten: false });
  const known = last?.of === key && !last.isForgotten ? last.problem : null;
  // Not taken for a new one where it is handed on once more, before the query has begun anew.
  const forget = useCallback(() => setLast((before) => before && { ...before, isForgotten: true }), []);
  return { problem: data === undefined ? known : error, hasFailed: known !== null, forget };
}
