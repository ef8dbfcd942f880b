import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { startWorker, type Worker } from './work-loop.ts';

const lookEveryMs = 1000;

/** Closes the overlays of processes that have died, so that alerts which only they were sent come again. */
export function closeOverlays({ overlays }: Pick<Ports, 'overlays'>, log: Log): Worker {
  return startWorker({
    name: 'close-overlays',
    log,
    maxIdleMs: lookEveryMs,
    step: async () => ((await overlays.closeOfDead()) ? new Date(0) : null),
  });
}
