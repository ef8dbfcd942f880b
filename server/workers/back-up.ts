import { findWhyAway, runDueBackup } from '#server/app/backups/run-backup.ts';
import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { startWorker, type Worker } from './work-loop.ts';

/** One that is wanted, whose wake-up call was lost, waits no longer. */
const lookEveryMs = 30_000;

/**
 * Makes back-ups when they are due, one process of all at a time, and not while this one refuses donations because it has
 * too much to do. Without back-ups nothing runs.
 */
export function backUp(
  { backups, clock, hints, running }: Pick<Ports, 'backups' | 'clock' | 'hints' | 'running'>,
  log: Log,
): Worker[] {
  if (backups === null) return [];
  // Whatever the books know of it: where the last one failed, the next attempt may be an hour away.
  void findWhyAway(backups.files).then((why) => {
    if (why !== null) log.warn({ failure: why.code }, `No back-up can be made: ${why.message}`);
  });
  const ending = new AbortController();
  const worker = startWorker({
    name: 'back-up',
    log,
    maxIdleMs: lookEveryMs,
    longestBackOffMs: lookEveryMs,
    wakeOn: { hints, topic: 'backups' },
    step: () =>
      runDueBackup(
        { backups, clock, log },
        { isBusy: running.capacity().reasons.length > 0, ending: ending.signal },
      ),
  });
  const stop = async (): Promise<void> => {
    ending.abort();
    await worker.stop();
  };
  return [{ wake: () => worker.wake(), stop }];
}
