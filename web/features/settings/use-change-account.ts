import { useCallback } from 'react';
import type { RouteInput } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { useSession } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';
import { proofWanted } from './proof-wanted.ts';

/** Saves part of the account and says so. Returns the refusal, whose words are a toast already, or null. */
export function useChangeAccount(): (
  change: RouteInput<'changeAccount'>['body'],
) => Promise<CallProblem | null> {
  const { update } = useSession();
  return useCallback(
    async (change) => {
      try {
        update(await call('changeAccount', { body: change }));
        toast.success(texts('settings').saved);
        return null;
      } catch (error) {
        if (!(error instanceof CallProblem)) throw error;
        if (proofWanted(error) === null) toast.error(wordsFor(error, texts('settings').saveFailed));
        return error;
      }
    },
    [update],
  );
}
