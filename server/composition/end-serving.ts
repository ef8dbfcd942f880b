import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/app/log.ts';

/** What is ended, and what is told of it. */
export interface Serving {
  /** Aborted first: `/readyz` says no and no connection is kept, so that proxies go elsewhere. */
  draining: AbortController;
  /** Aborted when what is under way is cut: uploads that still arrive are answered that the server is busy. */
  cutting: AbortController;
  /** Aborted last: calls to the chain are given up. */
  ending: AbortController;
  workers: readonly { stop(): Promise<void> }[];
  /** Ends when every request and every socket has. */
  realtime: { stop(): Promise<void> };
  http: { close(): Promise<unknown> };
  /** Ends every connection that is left, whatever it does. */
  cutConnections: () => void;
}

/** From the wish to end until requests under way are cut; whoever waits for the server gives it 10 s in all. */
const cutAfterMs = 8000;
/** Time for what was cut to be told so. */
const lastWordsMs = 300;
/** A step of a worker mostly waits for a node, and one that hangs must not hold the end up. */
const workersPatienceMs = 2000;

/**
 * Ends a server's work so that nobody who uses it gets an error.
 *
 * | when | what |
 * |---|---|
 * | at once | not ready any more; workers finish the row at hand and free what they hold |
 * | after `graceMs` | nobody new is let in, sockets are closed (their clients connect again elsewhere), requests finish |
 * | 8 s after the beginning | what is still under way is cut |
 *
 * Nothing depends on it: every row is as it should be at any moment, also when the process is killed instead.
 */
export async function endServing(serving: Serving, graceMs: number, log: Log): Promise<void> {
  const startedAt = performance.now();
  serving.draining.abort();
  const workersEnd = Promise.all(serving.workers.map((worker) => worker.stop()));
  const cut = setTimeout(() => cutOff(serving, log), cutAfterMs);
  await sleep(graceMs);
  await Promise.all([serving.http.close(), serving.realtime.stop()]);
  clearTimeout(cut);
  const patienceMs = Math.max(0, workersPatienceMs - (performance.now() - startedAt));
  await Promise.race([workersEnd, sleep(patienceMs, undefined, { ref: false })]);
  serving.ending.abort();
  await workersEnd;
}

function cutOff({ cutting, ending, cutConnections }: Serving, log: Log): void {
  log.warn({ cutAfterMs }, 'Requests are still under way; they are cut off, because the server ends.');
  cutting.abort();
  ending.abort();
  setTimeout(cutConnections, lastWordsMs);
}
