import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallProblem } from '#web/lib/call-problem.ts';
import { useSession } from '#web/lib/session.tsx';

/** What stands on the operator's page is asked for again this often while somebody looks at it. */
export const refetchMs = 10_000;

const hurriedMs = 2000;

/** The key of everything that the operator's page holds. */
export const adminKey = ['admin'] as const;

/**
 * An answer for the operator's page, kept up to date. Who has lost the role meets 'not found' and is asked for anew: the
 * page then goes away.
 */
export function useAdminQuery<T>(
  key: readonly unknown[],
  read: () => Promise<T>,
  /** Whether something is under way that somebody waits for: then it is asked every two seconds. */
  isHurried: (data: T) => boolean = () => false,
): UseQueryResult<T> {
  const result = useQuery({
    queryKey: [...adminKey, ...key],
    queryFn: read,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isHurried(data) ? hurriedMs : refetchMs),
    placeholderData: keepPreviousData,
  });
  useLostRole(result.error);
  return result;
}

/** Reads the account again when a call found nothing where an operator finds something. */
export function useLostRole(error: Error | null): void {
  const { refresh } = useSession();
  const isLost = error instanceof CallProblem && error.code === 'not_found';
  useEffect(() => {
    if (isLost) void refresh();
  }, [isLost, refresh]);
}
