import { useEffect, useRef, useState } from 'react';

/** A wallet that opens takes the page away, or the focus of its window, sooner than this. */
const patienceMs = 2000;
const leavings = ['blur', 'pagehide', 'visibilitychange'] as const;

/**
 * Tells whether the page was left after a link to another program was pressed. Browsers say nothing of a link that no
 * program takes: the page just stays.
 */
export function useStayedHere(): { hasStayed: boolean; watchLeaving: () => void } {
  const [hasStayed, setStayed] = useState(false);
  const end = useRef<AbortController>(null);
  useEffect(() => () => end.current?.abort(), []);

  const watchLeaving = () => {
    end.current?.abort();
    const left = new AbortController();
    end.current = left;
    const { signal } = left;
    setStayed(false);
    for (const leaving of leavings) addEventListener(leaving, () => left.abort(), { signal });
    const timer = setTimeout(() => setStayed(true), patienceMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  };
  return { hasStayed, watchLeaving };
}
