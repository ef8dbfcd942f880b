import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeTemporaryFolder } from './temporary-folder.ts';

const loops = {
  /** The next question comes some time after the last answer. */
  inTurn: new URL('ping-loop.ts', import.meta.url),
  /** Questions come at fixed times, whatever became of those before. */
  steadily: new URL('steady-loop.ts', import.meta.url),
};

/**
 * Asks an address every 10 ms for as long as `work` takes, over a connection that is there before; how long each answer
 * took, in milliseconds.
 */
export async function timeDuring(
  url: string,
  how: keyof typeof loops,
  work: () => Promise<unknown>,
): Promise<number[]> {
  await using cleanUp = new AsyncDisposableStack();
  const file = join(await makeTemporaryFolder(cleanUp), 'times.json');
  const ending = new Int32Array(new SharedArrayBuffer(4));
  const pings = new Worker(loops[how], { workerData: { url, everyMs: 10, ending, file } });
  const ended = once(pings, 'exit');
  await once(pings, 'message');
  try {
    await work();
  } finally {
    Atomics.store(ending, 0, 1);
    await ended;
  }
  return JSON.parse(await readFile(file, 'utf8')) as number[];
}
