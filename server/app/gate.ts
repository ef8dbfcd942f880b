import { Problem } from '#contract/problem.ts';

/** Lets a piece of work run when it is its turn. */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `running` tasks at once and lets `waiting` more queue in order; what comes beyond is refused with
 * `Problem('busy')`.
 */
export function createGate({ running, waiting }: { running: number; waiting: number }): Gate {
  const queue: (() => void)[] = [];
  let active = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (active < running) active++;
    else if (queue.length >= waiting) throw new Problem('busy');
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await task();
    } finally {
      const next = queue.shift();
      // The place passes on to the next one, so that nobody can slip in between.
      if (next === undefined) active--;
      else next();
    }
  };
}
