import { Problem } from '#contract/problem.ts';

/** Lets a piece of work run when it is its turn; not at all once `gone` says that nobody waits for it any more. */
export type Gate = <T>(task: () => Promise<T>, gone?: AbortSignal) => Promise<T>;

/**
 * Runs at most `running` tasks at once and lets `waiting` more queue in order, each for at most `patienceMs`, or for
 * ever. What comes beyond, what has waited for so long and what is gone is refused with `Problem('busy')`.
 */
export function createGate(limits: { running: number; waiting: number; patienceMs?: number }): Gate {
  const queue = new Set<() => void>();
  let active = 0;
  return async <T>(task: () => Promise<T>, gone?: AbortSignal): Promise<T> => {
    if (gone?.aborted === true) throw new Problem('busy');
    if (active < limits.running) active++;
    else if (queue.size >= limits.waiting) throw new Problem('busy');
    else await waitIn(queue, limits.patienceMs, gone);
    try {
      return await task();
    } finally {
      const [next] = queue;
      // The place passes on to the next one, so that nobody can slip in between.
      if (next === undefined) active--;
      else next();
    }
  };
}

/** Stands in the queue until it is called, which takes it out. */
async function waitIn(
  queue: Set<() => void>,
  patienceMs: number | undefined,
  gone: AbortSignal | undefined,
): Promise<void> {
  const turn = Promise.withResolvers<void>();
  const proceed = (): void => {
    queue.delete(proceed);
    turn.resolve();
  };
  const giveUp = (): void => {
    queue.delete(proceed);
    turn.reject(new Problem('busy'));
  };
  queue.add(proceed);
  const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs);
  gone?.addEventListener('abort', giveUp);
  try {
    await turn.promise;
  } finally {
    clearTimeout(timer);
    gone?.removeEventListener('abort', giveUp);
  }
}
