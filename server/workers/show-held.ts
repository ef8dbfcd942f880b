import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** Minutes are waited for: some seconds more do not matter. */
const lookEveryMs = 5000;

/** Shows without its text what nobody has approved in the time that its streamer gives. */
export function showHeld({ alerts, settings }: Pick<Ports, 'alerts' | 'settings'>, log: Log): Worker {
  return startWorker({
    name: 'show-held',
    log,
    maxIdleMs: lookEveryMs,
    step: async () => ((await alerts.showHeld(settings.pace)) ? new Date(0) : null),
  });
}
