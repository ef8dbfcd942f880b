import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RouteReply } from '#contract/routes.ts';
import type { StreamerToken } from '#contract/tokens.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { storeReply } from '#web/lib/store-reply.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';

/** What of a token is being changed. */
type Part = 'switch' | 'minimum';

interface ChangeToken {
  busy: Part | null;
  /** Stores it and says so; why it could not be, in words, or null. What concerns the switch is said in a toast. */
  change: (part: Part, act: () => Promise<StreamerToken>) => Promise<string | null>;
}

/** Changes one of the streamer's tokens, one change at a time. */
export function useChangeToken(mint: string): ChangeToken {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<Part | null>(null);
  const change: ChangeToken['change'] = async (part, act) => {
    if (busy !== null) return null;
    const words = texts('settings');
    setBusy(part);
    try {
      const saved = await act();
      await storeReply<RouteReply<'myTokens'>>(
        queries,
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
