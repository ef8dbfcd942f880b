import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isAboutAValue } from './is-about-a-value.ts';

/** Where so many came together, the next wait for others: a crowd is served sooner by few statements than by many. */
const crowd = 4;
const gatherMs = 40;

interface Call<K, V> {
  key: K;
  settle: PromiseWithResolvers<V>;
}

/**
 * Makes one statement of calls that come together: in one turn of the event loop, or while the batch before is under way,
 * and in a crowd for a moment more. So a single caller waits for nobody, and ten thousand cost a few hundred statements.
 *
 * A batch begins after each of its calls was made: what a caller did before, the batch sees. `run` returns an answer for
 * each key, in their order. A value that PostgreSQL refuses fails only whoever brought it: the batch is halved. Whatever
 * else fails, fails all of it, as it would have failed each.
 */
export function batchCalls<K, V>(
  run: (keys: readonly K[]) => Promise<readonly V[]>,
  most = 200,
): (key: K) => Promise<V> {
  const waiting: Call<K, V>[] = [];
  let isRunning = false;

  const drain = async (): Promise<void> => {
    let together = 0;
    while (waiting.length > 0) {
      // Whatever has arrived on other connections goes along.
      await (together >= crowd && waiting.length < most ? sleep(gatherMs) : nextTurn());
      const batch = waiting.splice(0, most);
      together = batch.length;
      await answer(run, batch);
    }
    isRunning = false;
  };
  return (key) => {
    const settle = Promise.withResolvers<V>();
    waiting.push({ key, settle });
    if (!isRunning) {
      isRunning = true;
      void drain();
    }
    return settle.promise;
  };
}

/** Never throws: what fails is told to the callers. */
async function answer<K, V>(
  run: (keys: readonly K[]) => Promise<readonly V[]>,
  calls: readonly Call<K, V>[],
): Promise<void> {
  try {
    const values = await run(calls.map(({ key }) => key));
    if (values.length !== calls.length) throw new RangeError('A batch has an answer for each of its calls.');
    for (const [index, { settle }] of calls.entries()) settle.resolve(values[index] as V);
  } catch (error) {
    if (calls.length > 1 && isAboutAValue(error)) {
      const middle = Math.ceil(calls.length / 2);
      await answer(run, calls.slice(0, middle));
      await answer(run, calls.slice(middle));
      return;
    }
    for (const { settle } of calls) settle.reject(error);
  }
}
