import type { Worker } from 'node:worker_threads';

/** Counts the threads that this process starts from now on. `stop` ends the counting. */
export function countWorkers(): { started: () => number; alive: () => number; stop: () => void } {
  const workers: Worker[] = [];
  const add = (worker: Worker): void => {
    workers.push(worker);
  };
  process.on('worker', add);
  return {
    started: () => workers.length,
    alive: () => workers.filter(({ threadId }) => threadId !== -1).length,
    stop: () => void process.off('worker', add),
  };
}
