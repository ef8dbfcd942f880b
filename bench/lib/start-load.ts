import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of its own that makes load, so that what it costs can be told from what it measures. */
export interface Load<Order, Result> {
  /** Carries out one order. Throws when an answer was not the expected one. */
  run(order: Order): Promise<Result>;
}

/** Starts a load generator of this folder. It ends with the clean-up. */
export function startLoad<Order extends object, Result>(
  script: string,
  cleanUp: AsyncDisposableStack,
): Load<Order, Result> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), { execArgv: [] });
  cleanUp.defer(() => void child.kill());
  return {
    run: (order) =>
      new Promise((resolve, reject) => {
        const end = (code: number | null): void => reject(new Error(`The load generator ended: ${code}`));
        child.once('exit', end);
        child.once('message', (result) => {
          child.off('exit', end);
          resolve(result as Result);
        });
        child.send(order, (error) => error && reject(error));
      }),
  };
}
