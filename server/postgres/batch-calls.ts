import { DatabaseError } from 'pg';

interface Call<K, V> {
  key: K;
  settle: PromiseWithResolvers<V>;
}

/**
 * Makes one statement of calls that come together: all that come while the batch before is under way. So a single caller
 * waits for nobody, and ten thousand cost a few dozen statements.
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
    while (waiting.length > 0) await answer(run, waiting.splice(0, most));
    isRunning = false;
  };
  return (key) => {
    const settle = Promise.withResolvers<V>();
    waiting.push({ key, settle });
    if (!isRunning) {
      isRunning = true;
      queueMicrotask(() => void drain());
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

/** Classes 22 and 23: data that cannot be, and a row that the value needs and that is not there. */
function isAboutAValue(error: unknown): boolean {
  return error instanceof DatabaseError && /^2[23]/.test(error.code ?? '');
}
