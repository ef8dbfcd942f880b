import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RouteReply } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { storeReply } from '#web/lib/store-reply.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';

/** Settings of the widgets and what they show. */
export type WidgetView = RouteReply<'widgets'>;

/** The streamer's widgets; read again whenever a donation changes. */
export function useWidgets() {
  return useQuery({ queryKey: queryKeys.widgets, queryFn: () => call('widgets') });
}

/**
 * Runs a call that changes the widgets: shows what is so afterwards, and says how it went. True when it was done; while busy
 * nothing is.
 */
export function useWidgetChange(): {
  busy: boolean;
  change: (act: () => Promise<WidgetView>, done: string) => Promise<boolean>;
} {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const change = async (act: () => Promise<WidgetView>, done: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      await storeReply(queries, queryKeys.widgets, await act());
      toast.success(done);
      return true;
    } catch (error) {
      toast.error(wordsFor(error, texts('widgets').saveFailed));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, change };
}
