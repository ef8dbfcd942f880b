import { useEffect, useState } from 'react';
import { useConfig } from '#web/lib/use-config.ts';

/** It is asked for together with the page's own facts. */
const patienceMs = 500;

/**
 * Whether a page whose facts are there may stand: with the network's name, which stands above everything and on a small phone
 * pushed all of it down when it came a moment later. Where it does not come soon, without.
 */
export function useNetworkFirst(isThere: boolean): boolean {
  const { network } = useConfig();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isThere) return undefined;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isThere]);
  return isThere && (network !== null || isLate);
}
