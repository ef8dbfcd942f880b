import type { Watch } from '#server/app/watch-ports.ts';

/** Addresses that this process has just made, for whoever listens to the chain in it. */
type OnNewWatches = (watches: readonly Watch[], firstReadAt: Date) => void;

/** Hands new addresses over within the process that made them and owns them: no other one needs to find them. */
export interface NewWatches {
  /** Returns how to stop listening. */
  on(listener: OnNewWatches): () => void;
  /** Whether anybody listens: if not, new addresses are left to whoever adopts them. */
  isHeard(): boolean;
  /** Once they are committed. */
  tell: OnNewWatches;
}

/** Opens the hand-over of one process. */
export function createNewWatches(): NewWatches {
  const listeners = new Set<OnNewWatches>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isHeard: () => listeners.size > 0,
    tell(watches, firstReadAt) {
      for (const listener of listeners) listener(watches, firstReadAt);
    },
  };
}
