import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadResult } from './donor-load.ts';

/** A process of its own that posts donations, so that what it costs can be told from what it measures. */
export interface Donors {
  pid: number;
  /** Carries out one order. Throws when a donation is refused. */
  post(order: LoadOrder): Promise<LoadResult>;
}

/** Starts the load generator. It ends with the clean-up. */
export function startDonors(cleanUp: AsyncDisposableStack): Donors {
  const child = fork(fileURLToPath(new URL('donor-load.ts', import.meta.url)), { execArgv: [] });
  if (child.pid === undefined) throw new Error('The load generator could not be started.');
  cleanUp.defer(() => void child.kill());
  return {
    pid: child.pid,
    post: (order) =>
      new Promise((resolve, reject) => {
        const end = (code: number | null): void => reject(new Error(`The load generator ended: ${code}`));
        child.once('exit', end);
        child.once('message', (result) => {
          child.off('exit', end);
          resolve(result as LoadResult);
        });
        child.send(order);
      }),
  };
}
