import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';

/** What of a token is being changed. */
type Part = 'switch' | 'minimum';

interface ChangeToken {
  busy: Part | null;
  /** Stores it and says so; why it could not be, in words, or null. What concerns the switch is said in a toast. */
  change: (part: Part, body: RouteInput<'changeToken'>['body']) => Promise<string | null>;
}

/** Changes one of the streamer's tokens, one change at a time. */
export function useChangeToken(mint: string): ChangeToken {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<Part | null>(null);
  const change: ChangeToken['change'] = async (part, body) => {
    if (busy !== null) return null;
    const words = texts('settings');
    setBusy(part);
    try {
      const saved = await call('changeToken', { params: { mint }, body });
      queries.setQueryData<RouteReply<'myTokens'>>(
        queryKeys.myTokens,
        (before) => before && { data: before.data.map((one) => (one.mint === mint ? saved : one)) },
      );
      toast.success(words.saved);
      return null;
    } catch (error) {
      const refusal = wordsFor(error, words.saveFailed);
      if (part === 'switch') toast.error(refusal);
      return refusal;
    } finally {
      setBusy(null);
    }
  };
  return { busy, change };
}
