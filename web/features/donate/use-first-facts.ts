import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallProblem } from '#web/lib/call-problem.ts';
import { useLastingProblem } from '#web/lib/use-lasting-problem.ts';

/** So much longer each time it waits before it asks again, up to six times as long. */
const askAgainMs = 5000;
const mostSteps = 6;

/** What a donor's page begins with, or why there is nothing of it yet. */
interface FirstFacts<Facts> {
  data: Facts | undefined;
  /** Why the last attempt failed, where nothing is known also while the next is under way. */
  problem: Error | null;
  /** The page has said that it could not be loaded. */
  hasFailed: boolean;
  /** It is being asked for on demand. */
  isAsking: boolean;
  askAgain: () => void;
}

/**
 * What a donor's page begins with. What could not be loaded is asked for again by itself, at once where the network or the
 * donor is back, but not what the server says is not there. What failed stays to be seen meanwhile.
 */
export function useFirstFacts<Facts>(
  queryKey: readonly string[],
  queryFn: () => Promise<Facts>,
): FirstFacts<Facts> {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn,
    refetchInterval: ({ state: { data: known, error: failed, errorUpdateCount } }) =>
      known === undefined &&
      failed !== null &&
      !isNotThere(failed) &&
      Math.min(errorUpdateCount, mostSteps) * askAgainMs,
    refetchOnReconnect: ({ state }) => !isNotThere(state.error),
    refetchOnWindowFocus: ({ state }) => !isNotThere(state.error),
  });
  const { problem, hasFailed } = useLastingProblem({ data, error }, queryKey);
  const [isAsking, setAsking] = useState(false);
  const askAgain = (): void => {
    setAsking(true);
    void refetch().finally(() => setAsking(false));
  };
  return { data, problem, hasFailed, isAsking, askAgain };
}

/** Whether the server says that nothing has this address: an id or code that is longer than any is refused as one, too. */
export function isNotThere(problem: Error | null): problem is CallProblem {
  const code = problem instanceof CallProblem ? problem.code : null;
  return code === 'not_found' || code === 'donation_not_found' || code === 'invalid_link_code';
}
