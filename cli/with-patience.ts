import { setTimeout as sleep } from 'node:timers/promises';
import { Transient } from '#server/app/outside.ts';
import { longWaitMs } from './open-chain.ts';

const pauseMs = 1000;

/**
 * Does work that may be repeated until it succeeds: where several nodes are configured, each is asked only once within
 * a call, and all of them may fail for a moment. Throws the last `Transient` after `mostMs`, and anything else at once.
 */
export async function withPatience<T>(work: () => Promise<T>, mostMs: number = longWaitMs): Promise<T> {
  const deadline = performance.now() + mostMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Transient) || performance.now() + pauseMs > deadline) throw error;
    }
    await sleep(pauseMs);
  }
}
