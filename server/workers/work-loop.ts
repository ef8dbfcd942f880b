import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/app/log.ts';
import type { Hints, HintTopic } from '#server/app/ports.ts';

/** A worker that runs until it is stopped. */
export interface Worker {
  /** Has the next step run at once. */
  wake(): void;
  /** Ends after the step that is running. */
  stop(): Promise<void>;
}

const firstBackOffMs = 200;
const usualLongestBackOffMs = 5000;

/**
 * The shortest pause before what is due, `Date(0)` aside: by the database's clock it may not be due yet, or another process
 * may hold it. Then a step finds nothing.
 */
const shortestPauseMs = 25;

/**
 * Runs steps one after the other.
 *
 * A step says when the next one is due: a time, `Date(0)` for 'at once', or null for 'when woken'; either way it runs
 * again after `maxIdleMs`, because a wake-up call may be lost. A step that throws is logged and tried again with
 * growing pauses: a worker never ends by an error.
 */
export function startWorker(options: {
  name: string;
  log: Log;
  maxIdleMs: number;
  /** The longest pause after errors; 5 s unless given. */
  longestBackOffMs?: number;
  wakeOn?: { hints: Hints; topic: HintTopic };
  step: () => Promise<Date | null>;
}): Worker {
  const stopping = new AbortController();
  let isWoken = false;
  let interrupt: (() => void) | undefined;
  const wake = (): void => {
    isWoken = true;
    interrupt?.();
  };
  const removeHint = options.wakeOn?.hints.on(options.wakeOn.topic, wake);

  async function pause(ms: number): Promise<void> {
    if (isWoken || stopping.signal.aborted || ms <= 0) return;
    const timer = new AbortController();
    interrupt = () => timer.abort();
    await sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined);
    interrupt = undefined;
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      isWoken = false;
      try {
        const dueAt = await options.step();
        failures = 0;
        await pause(Math.min(options.maxIdleMs, msUntil(dueAt)));
      } catch (error) {
        failures += 1;
        options.log.warn(
          { worker: options.name, failures, error },
          'A worker step failed and is tried again.',
        );
        await sleep(
          Math.min(firstBackOffMs * 2 ** failures, options.longestBackOffMs ?? usualLongestBackOffMs),
          undefined,
          { signal: stopping.signal },
        ).catch(() => undefined);
      }
    }
  }

  const running = run();
  return {
    wake,
    async stop() {
      removeHint?.();
      stopping.abort();
      interrupt?.();
      await running;
    },
  };
}

function msUntil(dueAt: Date | null): number {
  if (dueAt === null) return Infinity;
  return dueAt.getTime() === 0 ? 0 : Math.max(shortestPauseMs, dueAt.getTime() - Date.now());
}
