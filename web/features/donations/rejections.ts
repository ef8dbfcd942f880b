import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo, useState } from 'react';
import { usePendingDecisions } from '#web/features/desk/use-pending-decisions.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/toasts.ts';

/** Alerts that were rejected in the list a moment ago. */
interface Rejections {
  reject: (alertId: string) => void;
  undo: (alertId: string) => void;
  /** `undoable`: not sent yet. `sent`: the list does not know of it yet. */
  stateOf: (alertId: string) => 'undoable' | 'sent' | null;
}

/** The rejections of the page, around its rows. */
export const RejectionsContext = createContext<Rejections | null>(null);

/** Holds rejections back for as long as at the desk; they are sent when the page goes away, or somebody signs out. */
export function useRejectionsOfPage(): Rejections {
  const queries = useQueryClient();
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const send = async (id: string) => {
    setSent((before) => new Set(before).add(id));
    try {
      queries.setQueryData(queryKeys.desk, await call('rejectAlert', { params: { id } }));
    } catch (error) {
      toast.error(wordsFor(error, texts('donations').approval.failed));
      setSent((before) => new Set([...before].filter((other) => other !== id)));
    }
    await queries.invalidateQueries({ queryKey: queryKeys.donations });
  };
  const { current, decide, undo } = usePendingDecisions(undefined, send);
  return useMemo(
    () => ({
      reject: (id) => decide(id, 'reject'),
      undo,
      stateOf: (id) => (current.has(id) ? 'undoable' : sent.has(id) ? 'sent' : null),
    }),
    [current, sent, decide, undo],
  );
}

/** The rejections of this page. Throws outside of it. */
export function useRejections(): Rejections {
  const rejections = use(RejectionsContext);
  if (rejections === null) throw new Error('useRejections needs a RejectionsContext above it.');
  return rejections;
}
