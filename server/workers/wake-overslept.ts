import type { Log } from '#server/app/log.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** Looks every 30 s for what a clock that was set back has put off for too long. */
export function wakeOverslept(rows: { wakeOverslept(): Promise<void> }, name: string, log: Log): Worker {
  return startWorker({
    name,
    log,
    maxIdleMs: 30_000,
    step: async () => {
      await rows.wakeOverslept();
      return null;
    },
  });
}
