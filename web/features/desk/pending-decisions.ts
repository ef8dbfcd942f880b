import type { AlertDesk } from '#contract/alerts.ts';

/** How long a rejection can be taken back before it is sent. */
export const undoMs = 10_000;

/** A decision that takes an alert away for good. */
export type Decision = 'reject' | 'dismiss';

interface Deps {
  /** Tells the server. Called once per decision that is not taken back. */
  send: (id: string, decision: Decision) => unknown;
  /** Like setTimeout; returns what cancels it. */
  later: (act: () => void, ms: number) => () => void;
  /** Has other tabs wait with ending the session; returns what ends that, called once it is taken back or answered. */
  hold: () => () => void;
}

/** Decisions that are made but not sent yet. */
export interface PendingDecisions {
  decide: (id: string, decision: Decision) => void;
  undo: (id: string) => void;
  /** Sends everything now: the page goes away. Ends once all is answered. */
  flush: () => Promise<unknown>;
  /**
   * Says how the desk is now. What waits for a decision no more was decided by somebody else; unless that settled it, our
   * 'no' is sent at once instead of too late. What is on its way to the stream need not be named: lists are cut, and of
   * several cards on stream the desk has one.
   */
  keepUp: (desk: AlertDesk) => void;
  subscribe: (listener: () => void) => () => void;
  /** The same object for as long as nothing changes. */
  current: () => ReadonlyMap<string, Decision>;
}

/**
 * Holds rejections back for some seconds, so that a slip can be taken back.
 *
 * Safe because an alert that wants a decision is never shown without one. Nothing is sent twice.
 */
export function createPendingDecisions({ send, later, hold }: Deps): PendingDecisions {
  let pending = new Map<string, Decision>();
  const held = new Map<string, { cancel: () => void; release: () => void }>();
  const listeners = new Set<() => void>();

  const change = (edit: (next: Map<string, Decision>) => void) => {
    pending = new Map(pending);
    edit(pending);
    for (const listener of listeners) listener();
  };
  const takeOut = (id: string): { decision: Decision; release: () => void } | null => {
    const decision = pending.get(id);
    const hold = held.get(id);
    if (decision === undefined || hold === undefined) return null;
    hold.cancel();
    held.delete(id);
    change((next) => next.delete(id));
    return { decision, release: hold.release };
  };
  const drop = (id: string) => takeOut(id)?.release();
  const sendNow = async (id: string) => {
    const taken = takeOut(id);
    if (taken === null) return;
    try {
      await send(id, taken.decision);
    } finally {
      taken.release();
    }
  };

  return {
    decide(id, decision) {
      if (pending.has(id)) return;
      change((next) => next.set(id, decision));
      held.set(id, { cancel: later(() => void sendNow(id), undoMs), release: hold() });
    },
    undo: drop,
    flush: () => Promise.all([...pending.keys()].map(sendNow)),
    keepUp(desk) {
      const waiting = new Set([...desk.toApprove, ...desk.tray].map(({ id }) => id));
      const over = new Set(desk.recent.map(({ id }) => id));
      // Its clip is still heard.
      if (desk.now !== null) over.delete(desk.now.id);
      for (const id of pending.keys()) {
        if (waiting.has(id)) continue;
        if (over.has(id)) drop(id);
        else void sendNow(id);
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => pending,
  };
}
