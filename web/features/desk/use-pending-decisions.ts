import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { AlertDesk } from '#contract/alerts.ts';
import { holdBack } from '#web/lib/holding-back.ts';
import { heldBack } from '#web/lib/session-call.ts';
import { createPendingDecisions, type Decision, type PendingDecisions } from './pending-decisions.ts';

/** Decisions that can still be taken back, and which they are now. */
export interface Decisions {
  current: ReadonlyMap<string, Decision>;
  decide: (id: string, decision: Decision) => void;
  undo: (id: string) => void;
}

/**
 * Holds decisions back for this desk; they are sent when somebody signs out, here or in another tab, or the page or this part
 * of it goes away.
 */
export function usePendingDecisions(
  desk: AlertDesk | undefined,
  send: (id: string, decision: Decision) => unknown,
): Decisions {
  const [pending] = useState<PendingDecisions>(() => createPendingDecisions({ send, later, hold: holdBack }));
  const current = useSyncExternalStore(pending.subscribe, pending.current);

  useEffect(() => {
    if (desk !== undefined) pending.keepUp(desk);
  }, [desk, pending]);

  useEffect(() => {
    const leave = () => void pending.flush();
    addEventListener('pagehide', leave);
    heldBack.add(pending.flush);
    return () => {
      removeEventListener('pagehide', leave);
      heldBack.delete(pending.flush);
      leave();
    };
  }, [pending]);

  return useMemo(() => ({ current, decide: pending.decide, undo: pending.undo }), [current, pending]);
}

function later(act: () => void, ms: number): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}
