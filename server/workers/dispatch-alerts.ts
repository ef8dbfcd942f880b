import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** Moves every streamer's alert queue on when it is due. */
export function dispatchAlerts(ports: Pick<Ports, 'alerts' | 'hints' | 'settings'>, log: Log): Worker {
  return startWorker({
    name: 'dispatch-alerts',
    log,
    maxIdleMs: 2000,
    wakeOn: { hints: ports.hints, topic: 'alerts' },
    step: async () => {
      const { nextDueAt, failed } = await ports.alerts.step(ports.settings.pace);
      for (const { userIds, error } of failed)
        log.warn(
          { userIds, error },
          'Alerts could not be sent; it is tried again, each streamer’s by themselves, and then in a while.',
        );
      return nextDueAt;
    },
  });
}
